import { shortName, withoutInvisible } from "../../text.ts";
import type { Address } from "../../parsed-message.ts";
import { decodeWords } from "./headers.ts";

interface Pieces {
  phrase: string;
  /** Whether an `@` was seen outside quotes and brackets. */
  address: boolean;
  angle: string | undefined;
  comment: string;
}

/** Parses an address header (RFC 5322, 3.4) leniently: groups are flattened, `;` separates too, at most `limit` addresses. */
export const parseAddresses = (value: string, limit = 100): Address[] => {
  const found: Address[] = [];
  let pieces: Pieces = emptyPieces();
  let start = 0;
  const flush = (end: number): void => {
    const plain = toAddress(pieces);
    const address = plain?.email.includes("@") ? plain : (addressInWords(value.slice(start, end)) ?? plain);
    start = end + 1;
    if (address && found.length < limit) found.push({ ...address, name: shortName(address.name) });
    pieces = emptyPieces();
  };
  for (let i = 0; i < value.length && found.length < limit;) {
    const char = value[i]!;
    if (char === '"') {
      const quoted = readQuoted(value, i);
      // a quoted local part is part of its address; a quoted name loses its quotes
      pieces.phrase += value[quoted.end] === "@" ? value.slice(i, quoted.end) : quoted.text;
      i = quoted.end;
    } else if (char === "=" && (encodedWord.lastIndex = i) >= 0 && encodedWord.test(value)) {
      // some programs leave commas and brackets unencoded
      pieces.phrase += value.slice(i, encodedWord.lastIndex);
      i = encodedWord.lastIndex;
    } else if (char === "(") {
      const comment = readComment(value, i);
      pieces.comment += (pieces.comment ? " " : "") + comment.text;
      i = comment.end;
    } else if (char === "<") {
      const close = value.indexOf(">", i);
      const end = close < 0 ? value.length : close;
      pieces.angle ??= value.slice(i + 1, end);
      i = end + 1;
    } else if (char === "," || char === ";") {
      flush(i);
      i++;
    } else if (char === ":" && pieces.angle === undefined && !pieces.address) {
      pieces = emptyPieces();
      i++;
    } else {
      pieces.phrase += char;
      if (char === "@") pieces.address = true;
      i++;
    }
  }
  flush(value.length);
  return found;
};

/** An encoded word (RFC 2047) without white space. */
const encodedWord = /=\?[^?\s]{1,60}\?[bq]\?[^?\s]{1,2000}\?=/giy;

const emptyPieces = (): Pieces => {
  return { phrase: "", address: false, angle: undefined, comment: "" };
};

const toAddress = ({ phrase, angle, comment }: Pieces): Address | undefined => {
  const words = withoutInvisible(phrase).trim();
  const note = decodeWords(comment).trim();
  if (angle !== undefined) {
    // programs write an address book's entry or a link here: "SMTP:jane@example.com", "mailto:jane@example.com"
    const inner = withoutInvisible(decodeWords(angle))
      .replace(/^[\s<]+|\s+/g, "")
      .replace(/^(?:smtp|mailto):/i, "");
    const name = words === "" ? note : decodeWords(words).trim() + (note ? ` (${note})` : "");
    if (inner.includes("@")) return { name, email: inner };
    const spare = words.split(/\s+/).find((token) => token.includes("@"));
    if (spare) return { name: "", email: spare };
    return inner === "" || !name ? undefined : { name, email: inner };
  }
  if (!words.includes("@")) return undefined;
  const compact = words.replace(/(?<!\s)\s*([.@])\s*/g, "$1");
  const tokens = compact.split(/\s+/);
  const email = tokens.find((token) => token.includes("@")) ?? compact;
  const name = tokens.filter((token) => token !== email).join(" ");
  return { name: decodeWords(name) || note, email: bareAddress(email) };
};

/** An address without what programs put around it: one bracket of two, "[mailto:…]", quotes. */
const bareAddress = (word: string): string => {
  const open = word.replace(/^[<[']+|^(?:smtp|mailto):|(?<![>'])[>']+$/gi, "").replace(/^(?:smtp|mailto):/i, "");
  return open.includes("[") ? open : open.replace(/\]$/, "");
};

/** The address that a program put into an encoded word, whole or with its name. */
const addressInWords = (raw: string): Address | undefined => {
  const decoded = raw.includes("=?") ? decodeWords(raw) : raw;
  return decoded !== raw && decoded.includes("@") ? parseAddresses(decoded, 1)[0] : undefined;
};

const readQuoted = (value: string, start: number): { text: string; end: number } => {
  let text = "";
  let i = start + 1;
  for (; i < value.length && value[i] !== '"'; i++) {
    if (value[i] === "\\" && i + 1 < value.length) i++;
    text += value[i];
  }
  return { text, end: Math.min(i + 1, value.length) };
};

const readComment = (value: string, start: number): { text: string; end: number } => {
  let depth = 0;
  let text = "";
  let i = start;
  for (; i < value.length; i++) {
    const char = value[i]!;
    if (char === "\\" && i + 1 < value.length) text += value[++i];
    else if (char === "(" && depth++ === 0) continue;
    else if (char === ")" && --depth === 0) break;
    else text += char;
  }
  return { text: text.trim(), end: Math.min(i + 1, value.length) };
};
