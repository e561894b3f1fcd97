/** The first `length` UTF-16 units of a text, without half a character at the end. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, "");

/**
 * True when the texts together take at most `bytes` octets of UTF-8. A UTF-16 unit takes one to three octets, so only texts near the limit are
 * counted.
 */
export const fitInBytes = (bytes: number, ...texts: readonly string[]): boolean => {
  const units = texts.reduce((sum, { length }) => sum + length, 0);
  if (units * 3 <= bytes) return true;
  return units <= bytes && texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) <= bytes;
};

/** The beginning of a text that fits in `bytes` octets of UTF-8, without part of a character at the end. */
export const cutToBytes = (text: string, bytes: number): string =>
  fitInBytes(bytes, text) ? text : text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(bytes)).read);

/**
 * The most octets of an answer's body, as Lambda counts them. Lambda's limit is 6,291,556 for the response object, in which the JSON body is a
 * string: what JSON escapes once is escaped twice (AWS, "Lambda quotas", invocation payload). The remainder is for headers.
 */
export const ANSWER_BYTES = 6_200_000;

/** The octets of values in an answer, as Lambda counts them: four for a quotation mark, seven for a control character; none for undefined. */
export const answerBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 2), 0);

/** The text, cut between whole characters when it takes more than `bytes` in an answer. */
export const cutToAnswer = (text: string, bytes: number): string => {
  let end = text.length;
  for (let size = answerBytes(text); size > bytes && end > 0; size = answerBytes(text.slice(0, end)))
    end = Math.min(end - 1, Math.floor((end * bytes) / size));
  return cutText(text, end);
};
