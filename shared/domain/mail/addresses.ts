/** The outcome of reading an address that a client typed: the normalised address, or why it is refused. */
export type PlainAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly error: string };

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/;

/**
 * Reads exactly one plain address, `local@domain` (RFC 5321 4.1.2 without quoted strings and address literals), and puts its domain in
 * lower case. A display name, list, group, comment, or anything outside ASCII is refused: an international domain is written as xn--.
 */
export const parsePlainAddress = (value: string): PlainAddress => {
  if (value.length > 254) return { ok: false, error: "must be at most 254 characters" };
  if (/[^\x21-\x7e]/.test(value))
    return { ok: false, error: "must be one plain ASCII address without spaces (write an international domain as xn--…)" };

  const at = value.lastIndexOf("@");
  const local = value.slice(0, at);
  const labels = value.slice(at + 1).split(".");
  if (at < 1 || !localPart.test(local)) return { ok: false, error: "must be one plain address such as jane@example.com" };
  if (local.length > 64) return { ok: false, error: "must have at most 64 characters before the @" };
  if (labels.length < 2 || !labels.every((part) => label.test(part)) || !/[A-Za-z]/.test(labels.at(-1) ?? "")) {
    return { ok: false, error: "must have a domain such as example.com" };
  }
  return { ok: true, address: `${local}@${labels.join(".").toLowerCase()}` };
};
