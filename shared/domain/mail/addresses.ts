/** The outcome of reading an address that a client typed: the normalised address, or why it is refused. */
export type PlainAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly error: string };

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** The start of an encoded word (RFC 2047, 2): some mail programs decode it inside an address and see another one. */
const encodedWord = /=\?[^?]+\?[bq]\?/i;
/** White space, controls, separators and what never stands in a domain: the converter below would read some of it as something else. */
const noDomain = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}%/:<>@[\]\\^|?#]/u;

/** A domain in lower case, an international one as A-labels (RFC 5890): `bücher.de` is `xn--bcher-kva.de`. "" when there is none such. */
const asciiDomain = (domain: string): string => {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain.toLowerCase();
  return noDomain.test(domain) ? "" : (URL.parse(`http://${domain}`)?.hostname ?? "");
};

/**
 * Reads exactly one plain address, `local@domain` (RFC 5321 4.1.2 without quoted strings and address literals); the domain comes out in
 * lower case and ASCII. A display name, list, group or comment is refused, and so is a local part outside ASCII, which needs SMTPUTF8.
 */
export const parsePlainAddress = (value: string): PlainAddress => {
  if (value.length > 254) return { ok: false, error: "must be at most 254 characters" };
  const at = value.lastIndexOf("@");
  const local = value.slice(0, at);
  if (/[\x80-\u{10ffff}]/u.test(local) && /^[^\s\p{Cc}\p{Z}<>@,;:()"\\[\]]+$/u.test(local))
    return { ok: false, error: "must be ASCII before the @: SMTPUTF8 (RFC 6531) is not supported" };
  const domain = asciiDomain(value.slice(at + 1));
  const labels = domain.split(".");
  if (at < 1 || !localPart.test(local)) return { ok: false, error: "must be one plain address such as jane@example.com" };
  if (encodedWord.test(local)) return { ok: false, error: "must not contain an encoded word" };
  if (local.length > 64) return { ok: false, error: "must have at most 64 characters before the @" };
  if (local.length + domain.length >= 254) return { ok: false, error: "must be at most 254 characters" };
  if (labels.length < 2 || !labels.every((part) => label.test(part)) || !/[A-Za-z]/.test(labels.at(-1) ?? "")) {
    return { ok: false, error: "must have a domain such as example.com" };
  }
  return { ok: true, address: `${local}@${domain}` };
};
