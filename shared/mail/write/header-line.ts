import { isHeaderText } from "../text.ts";
import type { Address } from "../parsed-message.ts";

/** RFC 2047 section 2: an encoded word has at most 75 characters, and its line at most 76. */
const LINE_LENGTH = 76;
const ENCODED_WORD_OVERHEAD = "=?UTF-8?B??=".length;
/** RFC 5322 section 2.1.1: the longest line, without its CRLF. */
const MAX_LINE_LENGTH = 998;

/** Printable ASCII that can be folded below 998 octets and contains nothing that looks like an encoded word. */
const isPlain = (text: string): boolean => {
  return /^[\x20-\x7e]*$/.test(text) && !/^ | $|=\?|[^ ]{800}| {100}/.test(text);
};

/** Base64 encoded words, split between whole characters; `column` is where the first one starts in its line. */
const encodeWords = (text: string, column: number): string => {
  const words: string[] = [];
  let chunk = "";
  let bytes = 0;
  let room = Math.max(4, Math.floor((LINE_LENGTH - column - ENCODED_WORD_OVERHEAD) / 4) * 3);
  for (const char of text) {
    const size = Buffer.byteLength(char);
    if (bytes + size > room) {
      words.push(`=?UTF-8?B?${Buffer.from(chunk).toString("base64")}?=`);
      chunk = "";
      bytes = 0;
      room = 45;
    }
    chunk += char;
    bytes += size;
  }
  words.push(`=?UTF-8?B?${Buffer.from(chunk).toString("base64")}?=`);
  return words.join(" ");
};

/** Free text as ASCII: unchanged, or in encoded words that each fit on a line. */
export const encodedText = (text: string): string => (isPlain(text) ? text : encodeWords(text, 8));

/**
 * Folds a header before the last space of a gap where a line would exceed 76 characters (RFC 5322 2.2.3); directly after the name only beyond 998.
 */
const fold = (line: string): string => {
  if (line.length <= LINE_LENGTH) return line;
  let folded = "";
  let start = 0;
  const valueStart = line.indexOf(":") + 2;
  let space = valueStart - 1;
  for (let i = valueStart; i <= line.length; i++) {
    const atBreak = line[i] === " " && line[i + 1] !== " ";
    if (!atBreak && i < line.length) continue;
    if (i - start > (space < valueStart ? MAX_LINE_LENGTH : LINE_LENGTH) && space > start) {
      folded += `${line.slice(start, space)}\r\n`;
      start = space;
    }
    space = i;
  }
  return folded + line.slice(start);
};

/** A header line with a structured value that is already ASCII (addresses, ids, dates), folded, with its CRLF. */
export const structuredHeader = (name: string, value: string): string => {
  if (!/^[\x20-\x7e]*$/.test(value)) throw new TypeError(`The ${name} header must be printable ASCII`);
  return `${fold(`${name}: ${value}`)}\r\n`;
};

/** A header line of free text in any script (RFC 2047), folded, with its CRLF; throws on a control character. */
export const textHeader = (name: string, value: string): string => {
  if (!isHeaderText(value)) throw new TypeError(`The ${name} header must not contain control characters`);
  return structuredHeader(name, isPlain(value) ? value : encodeWords(value, name.length + 2));
};

/**
 * A header line of a client: printable ASCII is kept unchanged, because links and ids must arrive as they are; other text is encoded like free text.
 */
export const customHeader = (name: string, value: string): string => {
  return /^[\x20-\x7e]*$/.test(value) && !/[^ ]{998}/.test(value) ? structuredHeader(name, value) : textHeader(name, value);
};

/** `Jane Doe <jane@example.com>, …`: each name as atoms, a quoted string or encoded words (RFC 5322 3.4); throws on a control character. */
export const mailboxHeader = (name: string, mailboxes: readonly Address[]): string => {
  const written = mailboxes.map(({ name: display, email }, i) => {
    if (!isHeaderText(display)) throw new TypeError(`The ${name} header must not contain control characters`);
    if (!/^[^\s"(),:;<>@\\]+@[^\s"(),:;<>@\\]+$/.test(email)) throw new TypeError(`The ${name} header must hold plain addresses`);
    // Each mailbox but the first starts a new line when its words are long.
    return display === "" ? email : `${phrase(display, i === 0 ? name.length + 2 : 1)} <${email}>`;
  });
  return structuredHeader(name, written.join(", "));
};

const phrase = (display: string, column: number): string => {
  if (/^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?: [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/.test(display) && isPlain(display)) return display;
  if (isPlain(display) && display.length < 60) return `"${display.replace(/["\\]/g, "\\$&")}"`;
  return encodeWords(display, column);
};
