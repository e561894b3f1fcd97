/** The first `length` UTF-16 units of a text, without half a character at the end. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

/** What of a text fits into so many octets of UTF-8, without part of a character at the end. */
export const cutToBytes = (text: string, bytes: number): string =>
  text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
    ? text
    : text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);

/** Octets that values take in JSON, and so in an answer; undefined takes none. */
export const jsonBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(value))), 0);

/** The text, cut between whole characters where it takes more than `bytes` in JSON: six for a control character. */
export const cutToJson = (text: string, bytes: number): string => {
  let end = text.length;
  for (let size = jsonBytes(text); size > bytes; size = jsonBytes(text.slice(0, end))) end = Math.floor((end * bytes) / size);
  return cutText(text, end);
};
