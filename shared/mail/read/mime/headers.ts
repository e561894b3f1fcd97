import { decodeCharset } from "./charset.ts";
import { decodeTransfer } from "./transfer-encoding.ts";
import type { Header } from "../../parsed-message.ts";

interface Run {
  charset: string;
  bytes: Buffer[];
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly charset: string;
  readonly encoding: string;
  readonly text: string;
}

/**
 * Decodes the encoded words of an unfolded header (RFC 2047). Adjacent words of one charset are joined first, because senders split characters
 * between them.
 */
export const decodeWords = (value: string): string => {
  if (!value.includes("=?")) return value;
  let out = "";
  let run: Run | undefined;
  let end = 0;
  for (const { start, end: next, charset, encoding, text } of wordsIn(value)) {
    const between = value.slice(end, start);
    if (run && !(between.trim() === "" && run.charset === charset)) {
      out += decodeCharset(Buffer.concat(run.bytes), run.charset);
      run = undefined;
      if (between.trim() !== "") out += between;
    } else if (!run) {
      out += between;
    }
    run ??= { charset, bytes: [] };
    run.bytes.push(wordBytes(encoding, text, charset));
    end = next;
  }
  if (run) out += decodeCharset(Buffer.concat(run.bytes), run.charset);
  return (out + value.slice(end)).replace(/[\r\n\0]+/g, " ");
};

/** The start of a word; some programs put a space after its question marks. */
const opening = /=\? ?([^?\s]{1,60})\? ?([bq])\?/gi;

/**
 * The encoded words of a header, each searched for only up to the start of the next one. Senders leave question marks and spaces unencoded, so `?=`
 * ends a quoted-printable word only when no encoded octet follows, or when there is no later `?=`. A word without an end counts when it contains only
 * valid characters.
 */
const wordsIn = (value: string): readonly Word[] => {
  const openings = [...value.matchAll(opening)];
  return openings.flatMap((match, i) => {
    const from = match.index + match[0].length;
    const rest = value.slice(from, openings[i + 1]?.index ?? value.length);
    const encoding = match[2]!.toLowerCase();
    const close = closeOf(rest, encoding);
    if (close < 0 && !(encoding === "b" ? /^[\w+/=-]*\??\s*$/ : /^[!->@-~]+\??\s*$/).test(rest)) return [];
    const text = close < 0 ? rest.replace(/\?$/, "").trimEnd().replace(/\?$/, "") : rest.slice(0, close);
    const end = from + (close < 0 ? rest.trimEnd().length : close + 2);
    return [{ start: match.index, end, charset: match[1]!.toLowerCase().replace(/\*[^]*$/, ""), encoding, text }];
  });
};

const closeOf = (rest: string, encoding: string): number => {
  const first = rest.indexOf("?=");
  if (encoding === "b") return first;
  for (let at = first; at >= 0; at = rest.indexOf("?=", at + 2)) if (!/^[0-9a-f]{2}/i.test(rest.slice(at + 2, at + 4))) return at;
  return first;
};

const wordBytes = (encoding: string, text: string, charset: string): Buffer => {
  if (encoding.toLowerCase() === "b") return decodeTransfer(Buffer.from(text.replace(/\s+/g, ""), "latin1"), "base64");
  // raw 8-bit characters inside a word of a single-byte charset are turned back into their bytes
  const raw = charset === "utf-8" || /[\u0100-\uffff]/.test(text) ? "utf8" : "latin1";
  return decodeTransfer(Buffer.from(text.replace(/_/g, " "), raw), "quoted-printable");
};

/** Splits a header block into fields in order, unfolded but not decoded (RFC 5322, 2.2); invalid lines are dropped. */
export const parseFields = (block: string): Header[] => {
  const fields: { name: string; lines: string[] }[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    if (line === "") continue;
    const last = fields.at(-1);
    if ((line[0] === " " || line[0] === "\t") && last) {
      if (line.trim() !== "") last.lines.push(line.trim());
      continue;
    }
    const colon = line.indexOf(":");
    const name = colon < 1 ? "" : line.slice(0, colon).trimEnd();
    if (name.length > 0 && name.length <= 256 && /^[!-9;-~]+$/.test(name))
      fields.push({ name: name.toLowerCase(), lines: [line.slice(colon + 1).trim()] });
  }
  return fields.map(({ name, lines }) => ({ name, value: lines.join(" ").trim() }));
};

/** The fields with their encoded words decoded. */
export const decodeFields = (fields: readonly Header[]): Header[] => {
  return fields.map(({ name, value }) => ({ name, value: decodeWords(value) }));
};

/** The value of the first field with this lower-case name, `""` when there is none. */
export const field = (fields: readonly Header[], name: string): string => {
  return fields.find((candidate) => candidate.name === name)?.value ?? "";
};

/**
 * A structured header value such as Content-Type: `value` in lower case, parameters decoded (RFC 2045, 2231, and RFC 2047, which senders use here
 * too).
 */
export interface Parameterised {
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Parses `type/subtype; name="value"; name*0*=utf-8''…`; the pieces of a split parameter are joined in order. Programs forget the value, or the
 * semicolon after it.
 */
export const parseParameters = (header: string): Parameterised => {
  const [first = "", ...others] = splitOutsideQuotes(header.slice(0, 16_384));
  const { value, unseparated } = splitValue(first.trim());
  const rest = [...unseparated, ...others];
  const plain = new Map<string, string>();
  const pieces = new Map<string, { index: number; encoded: boolean; value: string }[]>();
  for (const item of rest.slice(0, 200)) {
    const equals = item.indexOf("=");
    if (equals < 1) continue;
    const name = item.slice(0, equals).trim().toLowerCase();
    const value = unquote(item.slice(equals + 1).trim());
    const split = /^([^*]+)\*(?:(\d{1,3})(\*)?)?$/.exec(name);
    if (!split) {
      if (!plain.has(name)) plain.set(name, decodeWords(value));
      continue;
    }
    const list = pieces.get(split[1]!) ?? [];
    list.push({ index: Number(split[2] ?? 0), encoded: split[2] === undefined || split[3] === "*", value });
    pieces.set(split[1]!, list);
  }
  for (const [name, list] of pieces) plain.set(name, joinPieces(list));
  return { value: value.toLowerCase(), params: Object.fromEntries(plain) };
};

/** A value without semicolon: "text/plain charset=utf-8", or a parameter in its place: "filename=x.pdf". */
const splitValue = (first: string): { readonly value: string; readonly unseparated: readonly string[] } => {
  const value = /^[^\s,=]*/.exec(first)![0];
  const behind = first.slice(value.length).replace(/^[\s,]+/, "");
  if (behind.startsWith("=")) return { value: "", unseparated: [first] };
  return { value, unseparated: /^[\w*-]{1,40}\s?=/.test(behind) ? [behind] : [] };
};

const joinPieces = (list: readonly { index: number; encoded: boolean; value: string }[]): string => {
  const ordered = [...list].sort((a, b) => a.index - b.index);
  // RFC 2231 forbids encoded words in pieces, but programs cut a name with them
  if (ordered.every(({ encoded, value }, i) => !encoded || (i === 0 && value.startsWith("=?"))))
    return decodeWords(ordered.map(({ value }) => value).join(""));
  const head = ordered[0]?.encoded ? /^([^']*)'[^']*'/.exec(ordered[0].value) : null;
  const bytes = ordered.map(({ encoded, value }, i) => {
    const text = i === 0 && head ? value.slice(head[0].length) : value;
    return encoded ? percentBytes(text) : Buffer.from(text, "utf8");
  });
  return decodeCharset(Buffer.concat(bytes), head?.[1] ?? "");
};

const percentBytes = (text: string): Buffer => {
  const latin = text.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return /[\u0100-\uffff]/.test(latin) ? Buffer.from(latin, "utf8") : Buffer.from(latin, "latin1");
};

const unquote = (value: string): string => {
  // a template that escapes its quotes
  if (value.startsWith('\\"')) return unquote(value.replaceAll('\\"', '"'));
  if (!value.startsWith('"')) return withoutComment(value);
  const end = value.lastIndexOf('"');
  return value.slice(1, end > 0 ? end : undefined).replace(/\\(.)/gs, "$1");
};

const withoutComment = (value: string): string => {
  const open = value.endsWith(")") ? value.lastIndexOf("(") : -1;
  return open > 0 ? value.slice(0, open).trimEnd() : value;
};

const splitOutsideQuotes = (value: string): string[] => {
  const items: string[] = [];
  let start = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === "\\" && quoted) i++;
    else if (value[i] === '"') quoted = !quoted;
    else if (value[i] === ";" && !quoted) {
      items.push(value.slice(start, i));
      start = i + 1;
    }
  }
  items.push(value.slice(start));
  return items;
};
