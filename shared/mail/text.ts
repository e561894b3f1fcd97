const unsafe = /[\p{Cc}\u2028\u2029\p{Cs}]/u;

/** True when text is safe in one header line: no control character, line separator or lone surrogate (RFC 5322 2.2; S5 in SECURITY.md). */
export const isHeaderText = (text: string): boolean => {
  return !unsafe.test(text);
};

/** Makes foreign text (a received subject, name or file name) safe for a header line: unsafe characters become spaces, and several spaces one. */
export const toHeaderText = (text: string): string => {
  return text.replace(/[\p{Cc}\u2028\u2029\p{Cs}\s]+/gu, " ").trim();
};

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
 * The maximum size of an answer's body as Lambda counts it, octets. Lambda's limit is 6,291,556 for the response object, in which the JSON body is a
 * string, so that characters which JSON escapes are escaped twice (AWS, "Lambda quotas", invocation payload). The remainder is for headers.
 */
export const ANSWER_BYTES = 6_200_000;

/** The size of values in an answer as Lambda counts it, octets: four for a quotation mark, seven for a control character; none for undefined. */
export const answerBytes = (...values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (value === undefined ? 0 : Buffer.byteLength(JSON.stringify(JSON.stringify(value))) - 2), 0);

/** The text, cut between whole characters so that it takes at most `bytes` in an answer. */
export const cutToAnswer = (text: string, bytes: number): string => {
  let end = text.length;
  for (let size = answerBytes(text); size > bytes && end > 0; size = answerBytes(text.slice(0, end)))
    end = Math.min(end - 1, Math.floor((end * bytes) / size));
  return cutText(text, end);
};

/** The longest stored name of a person or a file, UTF-16 units. */
const NAME_MAX = 255;

/**
 * Combining marks after the 32nd in a row: Unicode normalisation sorts them in quadratic time, and no script needs more than 30 (UAX 15, 13,
 * "Stream-Safe Text Format"). The half-width voiced sound marks are included because NFKC and NFKD turn them into combining marks.
 */
const marksTooMany = /([\p{M}\uff9e\uff9f]{32})[\p{M}\uff9e\uff9f]+/gu;

const withFewMarks = (text: string): string => text.replace(marksTooMany, "$1");

/** A text in a normal form of Unicode (UAX 15), in time that grows like the text. Every text from outside is normalised here. */
// oxlint-disable-next-line no-restricted-properties -- the one place
export const normalised = (text: string, form: "NFC" | "NFKD"): string => withFewMarks(text).normalize(form);

/** The stored form of a person's or a file's name: 255 UTF-16 units, at most 32 combining marks in a row. */
export const shortName = (name: string): string => cutText(withFewMarks(name), NAME_MAX);

/** Scripts without spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+/gu;
/** Two letters or digits, with their accents. */
const WORD = /[\p{L}\p{N}]\p{M}*[\p{L}\p{N}]/u;

/** Whether a query has something to search for: two letters or digits in a row, or one letter of a script without spaces. */
export const holdsWord = (query: string): boolean => WORD.test(query) || query.search(UNSPACED) >= 0;

/** A line without characters of zero width: soft hyphens, joiners and direction marks (Unicode, UAX #9). */
export const withoutInvisible = (line: string): string =>
  line.replace(/[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g, "");
