import { isHeaderText } from "./text.ts";

/** The result of reading an address that a client typed: the normalised address, or why it is refused. */
export type PlainAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly error: string };

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/** The start of an encoded word (RFC 2047, 2): some mail programs decode it inside an address and see another one. */
const encodedWord = /=\?[^?]+\?[bq]\?/i;
/** White space, control characters, separators and other characters that no domain has; the converter below would silently replace some of them. */
const noDomain = /[\s\p{Cc}\p{Cf}\p{Cs}\p{Z}%/:<>@[\]\\^|?#]/u;

/** A domain in lower case, an international one as A-labels (RFC 5890): `bücher.de` becomes `xn--bcher-kva.de`. "" for an invalid domain. */
const asciiDomain = (domain: string): string => {
  if (/^[\x21-\x7e]*$/.test(domain)) return domain.toLowerCase();
  return noDomain.test(domain) ? "" : (URL.parse(`http://${domain}`)?.hostname ?? "");
};

const isDomain = (domain: string): boolean => {
  const labels = domain.split(".");
  return labels.length > 1 && labels.every((part) => label.test(part)) && /[A-Za-z]/.test(labels.at(-1) ?? "");
};

/** A mail domain in lower case and ASCII; undefined when the text is none. */
export const parseDomain = (value: string): string | undefined => {
  const domain = value.length > 253 ? "" : asciiDomain(value);
  return domain.length <= 253 && isDomain(domain) ? domain : undefined;
};

/**
 * Reads exactly one plain address, `local@domain` (RFC 5321 4.1.2 without quoted strings and address literals), and normalises its domain to lower
 * case and ASCII. A display name, list, group or comment is refused, and so is a local part outside ASCII, which needs SMTPUTF8.
 */
export const parsePlainAddress = (value: string): PlainAddress => {
  if (value.length > 254) return { ok: false, error: "must be at most 254 characters" };
  const at = value.lastIndexOf("@");
  const local = value.slice(0, at);
  if (/[\x80-\u{10ffff}]/u.test(local) && /^[^\s\p{Cc}\p{Z}<>@,;:()"\\[\]]+$/u.test(local))
    return { ok: false, error: "must be ASCII before the @: SMTPUTF8 (RFC 6531) is not supported" };
  const domain = asciiDomain(value.slice(at + 1));
  if (at < 1 || !localPart.test(local)) return { ok: false, error: "must be one plain address such as jane@example.com" };
  if (encodedWord.test(local)) return { ok: false, error: "must not contain an encoded word" };
  if (local.length > 64) return { ok: false, error: "must have at most 64 characters before the @" };
  if (local.length + domain.length >= 254) return { ok: false, error: "must be at most 254 characters" };
  if (!isDomain(domain)) return { ok: false, error: "must have a domain such as example.com" };
  return { ok: true, address: `${local}@${domain}` };
};

/** The result of reading an address with an optional name. */
export type NamedAddress =
  | { readonly ok: true; readonly name: string; readonly email: string }
  | { readonly ok: false; readonly error: string };

/** The most recipients of one email: every server accepts this many (RFC 5321, 4.5.3.1.8), and Gmail no more by SMTP. */
export const RECIPIENTS_MAX = 100;
/** The longest name of a person, characters. */
export const NAME_MAX = 200;
const HOW = "must be an address such as jane@example.com or Jane Doe <jane@example.com>";
const QUOTE = 'must have its name in quotes where that holds one of , ; : @ < >, such as "Doe, Jane" <jane@example.com>';

/** Why a name is not allowed in a header line; undefined when it is. */
export const nameIssue = (name: string): string | undefined => {
  if (name.length > NAME_MAX) return `must have at most ${NAME_MAX} characters`;
  return isHeaderText(name) ? undefined : "must be well-formed Unicode without line breaks or control characters";
};

/** The name before the `<`: a quoted string (RFC 5322, 3.2.4), or words that need no quotes; undefined when it is neither. */
const nameIn = (text: string): string | undefined => {
  if (!text.startsWith('"')) return /["\\,;:@<>]/.test(text) ? undefined : text;
  const inside = text.slice(1, -1);
  return text.length > 1 && text.endsWith('"') && /^(?:[^"\\]|\\.)*$/su.test(inside) ? inside.replace(/\\(.)/gsu, "$1") : undefined;
};

/** Reads `jane@example.com`, `<jane@example.com>` or `Jane Doe <jane@example.com>` (RFC 5322, 3.4), in time linear in the text's length. */
export const parseAddress = (value: string): NamedAddress => {
  // Twice, because every character of a quoted name may be escaped.
  if (value.length > 2 * NAME_MAX + 300) return { ok: false, error: "must be shorter: the name has at most 200 characters" };
  const text = value.trim();
  const open = text.endsWith(">") ? text.lastIndexOf("<") : -1;
  if (open < 0) {
    const plain = parsePlainAddress(value);
    if (plain.ok) return { ok: true, name: "", email: plain.address };
    return { ok: false, error: text.includes("<") ? HOW : plain.error };
  }
  const name = nameIn(text.slice(0, open).trim());
  if (name === undefined) return { ok: false, error: QUOTE };
  const issue = nameIssue(name);
  if (issue !== undefined) return { ok: false, error: `the name ${issue}` };
  const plain = parsePlainAddress(text.slice(open + 1, -1));
  return plain.ok ? { ok: true, name, email: plain.address } : plain;
};
