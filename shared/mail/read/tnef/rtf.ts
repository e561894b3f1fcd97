import { escapeHtml } from "../../html/scan.ts";
import { codepageLabel, decodeCharset } from "../mime/charset.ts";

/** The largest decompressed RTF, octets. */
const RTF_MAX = 4 * 1024 * 1024;
/** "LZFu" and "MELA", the kinds of compressed RTF ([MS-OXRTFCP] 2.1.3.1). */
const COMPRESSED = 0x75465a4c;
const PLAIN = 0x414c454d;
/** The initial content of the window ([MS-OXRTFCP] 2.1.2.1). */
const PRELOADED =
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx";
const WINDOW = 4096;

/**
 * Decompresses PidTagRtfCompressed ([MS-OXRTFCP]); of damaged data returns what was read before. Never throws; linear in the result, whose size is
 * limited.
 */
export const decompressRtf = (bytes: Buffer): Buffer => {
  if (bytes.length < 16) return Buffer.alloc(0);
  const kind = bytes.readUInt32LE(8);
  if (kind === PLAIN) return bytes.subarray(16, 16 + RTF_MAX);
  if (kind !== COMPRESSED) return Buffer.alloc(0);
  const out = Buffer.alloc(Math.min(bytes.readUInt32LE(4), RTF_MAX));
  const window = Buffer.alloc(WINDOW);
  window.write(PRELOADED, "latin1");
  let write = PRELOADED.length;
  let length = 0;
  const put = (octet: number) => {
    if (length < out.length) out[length++] = octet;
    window[write] = octet;
    write = (write + 1) % WINDOW;
  };
  for (let at = 16; at < bytes.length && length < out.length;) {
    const control = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length; bit++) {
      if ((control & (1 << bit)) === 0) {
        put(bytes[at++]!);
        continue;
      }
      if (at + 1 >= bytes.length) return out.subarray(0, length);
      const reference = bytes.readUInt16BE(at);
      at += 2;
      const offset = reference >> 4;
      if (offset === write) return out.subarray(0, length);
      for (let i = 0; i < (reference & 0xf) + 2; i++) put(window[(offset + i) % WINDOW]!);
    }
  }
  return out.subarray(0, length);
};

/** Groups whose text does not belong to the document (RTF 1.9.1, "Destinations"). */
const destinations = new Set(
  "fonttbl colortbl stylesheet info pict object header footer headerl headerr footerl footerr themedata datastore".split(" "),
);
/** The characters that control words stand for. */
const characters: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  row: "\n",
  sect: "\n",
  page: "\n",
  tab: "\t",
  cell: "\t",
  emdash: "\u2014",
  endash: "\u2013",
  bullet: "\u2022",
  lquote: "\u2018",
  rquote: "\u2019",
  ldblquote: "\u201c",
  rdblquote: "\u201d",
  "~": "\u00a0",
  _: "\u2011",
  "{": "{",
  "}": "}",
  "\\": "\\",
};

/** The settings within a group. */
interface Group {
  readonly skipped: boolean;
  /** Inside `\htmltag`: a piece of the HTML from which the RTF was made. */
  readonly tag: boolean;
  /** After `\htmlrtf`: content that only RTF needs. */
  readonly onlyRtf: boolean;
  /** How many characters after `\u` replace it for readers without Unicode. */
  readonly fallback: number;
}

/** The deepest group that is tracked separately. */
const MAX_DEPTH = 1_000;
const token = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z'])|([{}])|([^\\{}\r\n]+)|[\r\n]+|\\/gi;

/** The text of an RTF document, or the HTML from which it was made ([MS-OXRTFEX]); the other one is "". Never throws; linear. */
export const readRtf = (bytes: Buffer): { readonly text: string; readonly html: string } => {
  const source = bytes.toString("latin1");
  const fromHtml = source.slice(0, 1_000).includes("\\fromhtml");
  const groups: Group[] = [];
  let group: Group = { skipped: false, tag: false, onlyRtf: false, fallback: 1 };
  let charset = "windows-1252";
  let octets: number[] = [];
  let out = "";
  let toSkip = 0;
  const write = (text: string) => {
    if (group.skipped || group.onlyRtf) return;
    out += fromHtml && !group.tag ? escapeHtml(text) : text;
  };
  const flush = () => {
    if (octets.length > 0) write(decodeCharset(Uint8Array.from(octets), charset));
    octets = [];
  };
  for (const [, word, number, hex, symbol, brace, plain] of source.matchAll(token)) {
    if (hex !== undefined) {
      if (toSkip > 0) toSkip--;
      else octets.push(Number.parseInt(hex, 16));
      continue;
    }
    if (plain !== undefined) {
      const shown = plain.slice(toSkip);
      toSkip = Math.max(0, toSkip - plain.length);
      // the second octet of a character may be written as a letter
      for (const char of shown) octets.push(char.charCodeAt(0));
      continue;
    }
    flush();
    if (brace === "{") {
      if (groups.length < MAX_DEPTH) groups.push(group);
    } else if (brace === "}") group = groups.pop() ?? group;
    else if (symbol === "*") group = { ...group, skipped: true };
    else if (word === "htmltag") group = { ...group, skipped: group.onlyRtf, tag: true };
    else if (word === "htmlrtf") group = { ...group, onlyRtf: number !== "0" };
    else if (word === "ansicpg") charset = codepageLabel(Number(number));
    else if (word === "uc") group = { ...group, fallback: Math.min(Number(number ?? 1), 10) };
    else if (word === "u" && number !== undefined) {
      write(String.fromCharCode(Number(number) & 0xffff));
      toSkip = group.fallback;
    } else if (word !== undefined && destinations.has(word)) group = { ...group, skipped: true };
    else write(characters[word ?? symbol ?? ""] ?? "");
  }
  flush();
  return fromHtml ? { text: "", html: out } : { text: out.trim(), html: "" };
};
