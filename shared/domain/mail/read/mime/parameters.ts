import { decodeCharset } from "./charset.ts";
import { decodeWords } from "./encoded-words.ts";

/**
 * A structured header value such as Content-Type: `value` in lower case, parameters decoded (RFC 2045, 2231, and RFC 2047, which senders use here
 * too).
 */
export interface Parameterised {
  readonly value: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Parses `type/subtype; name="value"; name*0*=utf-8''…`; the pieces of a split parameter are joined in order. */
export const parseParameters = (header: string): Parameterised => {
  const [first = "", ...rest] = splitOutsideQuotes(header.slice(0, 16_384));
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
  return { value: first.trim().toLowerCase().replace(/\s.*$/s, ""), params: Object.fromEntries(plain) };
};

const joinPieces = (list: readonly { index: number; encoded: boolean; value: string }[]): string => {
  const ordered = [...list].sort((a, b) => a.index - b.index);
  // RFC 2231 forbids encoded words in pieces, but programs cut a name with them
  if (ordered.every(({ encoded }) => !encoded)) return decodeWords(ordered.map(({ value }) => value).join(""));
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
