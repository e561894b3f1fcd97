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

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** Hours east of UTC of the zone names of RFC 5322, 4.3, and of some others that occur in mail. */
const zones: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  bst: 1,
  cet: 1,
  cest: 2,
  met: 1,
  mest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  jst: 9,
  kst: 9,
};

const dateForm = /(\d{1,2})[ -]([a-z]{3,9}|\d{1,2})[ -](\d{2,4})[ ,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(.*)$/i;
const plainOf = (value: string): string => withoutComments(value.slice(0, 500)).replace(/\s+/g, " ").trim();

/** The largest offset of a clock from UTC, minutes. */
const OFFSET_MAX = 14 * 60;

/** How far the clock of a Date header is ahead of UTC, minutes; 0 when it does not say so. */
export const mailOffset = (value: string): number => {
  const minutes = zoneMinutes(dateForm.exec(plainOf(value))?.[7]?.trim() ?? "");
  return Math.abs(minutes) <= OFFSET_MAX ? minutes : 0;
};

/** Parses a Date header (RFC 5322, 3.3 and 4.3, with comments and unusual zones); undefined when it is no date. */
export const parseMailDate = (value: string): Date | undefined => {
  const plain = plainOf(value);
  const match = dateForm.exec(plain);
  if (!match) return inRange(plain === "" || !/\d{4}/.test(plain) ? Number.NaN : Date.parse(plain));
  const [, day, monthName, year, hour, minute, second, zone] = match;
  const month = /^\d/.test(monthName!) ? Number(monthName) - 1 : months.indexOf(monthName!.slice(0, 3).toLowerCase());
  if (month < 0 || month > 11 || Number(day) > 31) return undefined;
  const time = Date.UTC(fullYear(year!), month, Number(day), Number(hour), Number(minute), Math.min(Number(second ?? 0), 59));
  return inRange(time - zoneMinutes(zone!.trim()) * 60_000);
};

const fullYear = (year: string): number => {
  const number = Number(year);
  if (year.length === 2) return number < 50 ? 2000 + number : 1900 + number;
  return year.length === 3 ? 1900 + number : number;
};

const zoneMinutes = (zone: string): number => {
  const [, sign, hours, minutes, hoursAlone] = /([+-])(?:(\d{1,2}):?(\d{2})|(\d{1,2})(?!\d))/.exec(zone) ?? [];
  if (sign !== undefined) return (sign === "-" ? -1 : 1) * (Number(hours ?? hoursAlone) * 60 + Number(minutes ?? 0));
  return (zones[/[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? ""] ?? 0) * 60;
};

const inRange = (time: number): Date | undefined => {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  return year >= 1900 && year <= 9999 ? date : undefined;
};

const withoutComments = (value: string): string => {
  let depth = 0;
  let out = "";
  for (const char of value) {
    if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0) out += char;
  }
  return out;
};

/** The content of an Authentication-Results field (RFC 8601, 2.2). */
export interface AuthenticationResults {
  /** The authserv-id, in lower case; "" where the field has none, as Microsoft's. */
  readonly authservId: string;
  /** The result of DMARC (RFC 7489), lower case; "" where the field has none. */
  readonly dmarc: string;
  /** The domains, in lower case, for which DKIM passed by the signature (`header.d`, `header.i`) or SPF by the envelope sender (`smtp.mailfrom`). */
  readonly passed: readonly string[];
}

/** A domain that a result is about, with or without a local part before it. */
const PASSED = /\b(?:header\.[di]|smtp\.mailfrom)\s*=\s*(?:[^\s@;]{0,64}@)?([a-z0-9.-]{1,253})/g;
/** Longer fields are cut to this many characters. */
const MAX_LENGTH = 8000;

/** Parses the value of an Authentication-Results field; results that do not follow the grammar are ignored. */
export const readAuthenticationResults = (value: string): AuthenticationResults => {
  const parts = unquoted(value.slice(0, MAX_LENGTH)).toLowerCase().split(";");
  const [first = ""] = parts;
  const names = !first.includes("=");
  const results = names ? parts.slice(1) : parts;
  const dmarc = results.map((part) => /^\s*dmarc\s*(?:\/\s*\d+\s*)?=\s*([a-z]+)/.exec(part)?.[1]).find((result) => result !== undefined);
  const passed = results.flatMap((part) =>
    /^\s*(?:dkim|spf)\s*=\s*pass\b/.test(part) ? [...part.matchAll(PASSED)].map(([, domain]) => domain!) : [],
  );
  return { authservId: names ? (/[^\s"]+/.exec(first)?.[0] ?? "") : "", dmarc: dmarc ?? "", passed };
};

/** The text without comments (RFC 5322, 3.2.2) and quoted strings, which contain no results. */
const unquoted = (text: string): string => {
  let kept = "";
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const character = text[i]!;
    if (character === "\\") i += 1;
    else if (quoted) quoted = character !== '"';
    else if (character === "(") depth += 1;
    else if (character === ")") depth = Math.max(0, depth - 1);
    else if (depth === 0 && character === '"') quoted = true;
    else if (depth === 0) kept += character;
  }
  return kept;
};
