import { decodeCharset } from "./charset.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

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
 * Decodes the encoded words of an unfolded header (RFC 2047); adjacent words of one charset are joined first, because senders split characters
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
 * The encoded words of a header, each searched for up to the next one only. Senders leave question marks and spaces unencoded, so `?=` is the end of a
 * quoted-printable word only where no encoded octet follows, or where there is no later one. A word without its end counts when it has nothing that
 * a word may not have.
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
