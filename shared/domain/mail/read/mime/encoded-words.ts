import { decodeCharset } from "./charset.ts";
import { decodeTransfer } from "./transfer-encoding.ts";

const word = /=\?([^?\s]{1,60})\?([bq])\?([^?]*(?:\?(?!=)[^?]*)?)\?=/gi;

interface Run {
  charset: string;
  bytes: Buffer[];
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
  for (const match of value.matchAll(word)) {
    const between = value.slice(end, match.index);
    const charset = match[1]!.toLowerCase().replace(/\*[^]*$/, "");
    if (run && !(between.trim() === "" && run.charset === charset)) {
      out += decodeCharset(Buffer.concat(run.bytes), run.charset);
      run = undefined;
      if (between.trim() !== "") out += between;
    } else if (!run) {
      out += between;
    }
    run ??= { charset, bytes: [] };
    run.bytes.push(wordBytes(match[2]!, match[3]!, charset));
    end = match.index + match[0].length;
  }
  if (run) out += decodeCharset(Buffer.concat(run.bytes), run.charset);
  return (out + value.slice(end)).replace(/[\r\n\0]+/g, " ");
};

const wordBytes = (encoding: string, text: string, charset: string): Buffer => {
  if (encoding.toLowerCase() === "b") return decodeTransfer(Buffer.from(text.replace(/\s+/g, ""), "latin1"), "base64");
  // raw 8-bit characters inside a word of a single-byte charset are turned back into their bytes
  const raw = charset === "utf-8" || /[\u0100-\uffff]/.test(text) ? "utf8" : "latin1";
  return decodeTransfer(Buffer.from(text.replace(/_/g, " "), raw), "quoted-printable");
};
