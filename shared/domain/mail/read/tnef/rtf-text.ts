import { codepageLabel, decodeCharset } from "../mime/charset.ts";
import { mimeLimits } from "../mime/mime-entity.ts";

const COMPRESSED = 0x75465a4c;
const UNCOMPRESSED = 0x414c454d;
const HEADER_BYTES = 16;
const DICTIONARY_BYTES = 4096;
/** The most RTF that is read, in octets; RTF takes several for one of text. */
const MAX_RTF_BYTES = mimeLimits.bodyBytes * 2;
/** Groups that are nested deeper end the reading: no program writes them. */
const MAX_DEPTH = 100;

/** What the dictionary begins with ([MS-OXRTFCP] 2.1.2.1). */
const beginning = Buffer.from(
  "{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx",
  "latin1",
);

/** The text of a body in compressed RTF ([MS-OXRTFCP]), `""` when it is none. Never throws; linear, at most 1 MB. */
export const rtfText = (compressed: Buffer): string => readText(decompress(compressed));

const decompress = (bytes: Buffer): Buffer => {
  if (bytes.length < HEADER_BYTES) return Buffer.alloc(0);
  const kind = bytes.readUInt32LE(8);
  const size = Math.min(bytes.readUInt32LE(4), MAX_RTF_BYTES);
  if (kind === UNCOMPRESSED) return bytes.subarray(HEADER_BYTES, HEADER_BYTES + size);
  if (kind !== COMPRESSED) return Buffer.alloc(0);
  // 17 octets from two, and a flag for eight of them
  const out = Buffer.alloc(Math.min(size, bytes.length * 9));
  const dictionary = Buffer.alloc(DICTIONARY_BYTES, " ");
  beginning.copy(dictionary);
  let write = beginning.length;
  let length = 0;
  const put = (octet: number) => {
    out[length++] = octet;
    dictionary[write] = octet;
    write = (write + 1) % DICTIONARY_BYTES;
  };
  let at = HEADER_BYTES;
  while (at < bytes.length && length < out.length) {
    const flags = bytes[at++]!;
    for (let bit = 0; bit < 8 && at < bytes.length && length < out.length; bit++) {
      if (((flags >> bit) & 1) === 0) {
        put(bytes[at++]!);
        continue;
      }
      if (at + 1 >= bytes.length) return out.subarray(0, length);
      const token = bytes.readUInt16BE(at);
      at += 2;
      const offset = token >> 4;
      // a reference to where it would be written itself ends the stream
      if (offset === write) return out.subarray(0, length);
      for (let i = 0; i < (token & 0xf) + 2 && length < out.length; i++) put(dictionary[(offset + i) % DICTIONARY_BYTES]!);
    }
  }
  return out.subarray(0, length);
};

/** Groups that hold no text of the body. */
const silent = new Set([
  "fonttbl",
  "colortbl",
  "stylesheet",
  "info",
  "pict",
  "object",
  "header",
  "footer",
  "listtable",
  "listoverridetable",
  "generator",
  "themedata",
  "datastore",
]);
/** Words that stand for characters. */
const characters: Readonly<Record<string, string>> = {
  par: "\n",
  line: "\n",
  row: "\n",
  tab: "\t",
  cell: "\t",
  emdash: "—",
  endash: "–",
  bullet: "•",
  lquote: "‘",
  rquote: "’",
  ldblquote: "“",
  rdblquote: "”",
};

/** One step of RTF (its specification, "RTF Syntax"): a brace, a hex octet, a word with a number, an escaped character, a break, or text. */
const token = /[{}]|\\'([0-9a-f]{2})|\\([a-z]{1,32})(-?\d{1,10})? ?|\\([^])|[\r\n]+|[^{}\\\r\n]+/gi;

const readText = (rtf: Buffer): string => {
  const source = rtf.toString("latin1");
  if (!source.startsWith("{\\rtf")) return "";
  const codepage = codepageLabel(Number(/\\ansicpg(\d{3,5})/.exec(source.slice(0, 1000))?.[1] ?? 1252));
  const out: string[] = [];
  let octets: number[] = [];
  const flush = () => {
    if (octets.length > 0) out.push(decodeCharset(Buffer.from(octets), codepage));
    octets = [];
  };
  const groups: { silent: boolean; fallback: number }[] = [];
  let group = { silent: false, fallback: 1 };
  let skip = 0;
  let length = 0;
  for (const [whole, hex, word, number, escaped] of source.matchAll(token)) {
    if (length > mimeLimits.bodyBytes || groups.length > MAX_DEPTH) break;
    if (whole === "{") {
      groups.push(group);
      group = { silent: group.silent, fallback: group.fallback };
    } else if (whole === "}") group = groups.pop() ?? group;
    else if (escaped === "*" || (word !== undefined && silent.has(word))) group.silent = true;
    else if (word === "uc") group.fallback = Math.min(Number(number ?? 1), 8);
    else if (group.silent) continue;
    else if (hex !== undefined) {
      if (skip > 0) skip--;
      else {
        octets.push(Number.parseInt(hex, 16));
        length++;
      }
    } else {
      const text = word === undefined ? textOf(escaped, whole) : wordText(word, number);
      const kept = word === undefined && escaped === undefined ? text.slice(skip) : text;
      if (word === undefined && escaped === undefined) skip = Math.max(0, skip - text.length);
      if (word === "u") skip = group.fallback;
      if (kept === "") continue;
      flush();
      out.push(kept);
      length += kept.length;
    }
  }
  flush();
  return out.join("").trim();
};

const wordText = (word: string, number: string | undefined): string => {
  if (word === "u" && number !== undefined) return String.fromCharCode(Number(number) & 0xffff);
  return characters[word] ?? "";
};

/** "\~" is a space that does not break, "\-" and "\_" are hyphens; breaks of the source are no text. */
const textOf = (escaped: string | undefined, whole: string): string => {
  if (escaped === undefined) return /^[\r\n]/.test(whole) ? "" : whole;
  if (escaped === "~") return "\u00a0";
  if (escaped === "_") return "-";
  return "\\{}".includes(escaped) ? escaped : "";
};
