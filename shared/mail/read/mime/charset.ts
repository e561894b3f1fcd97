import iconv from "iconv-lite";

/** Labels that iconv-lite has not, or takes for a smaller charset than senders really use. */
const aliases: Readonly<Record<string, string>> = {
  gb2312: "gb18030",
  "gb_2312-80": "gb18030",
  gbk: "gb18030",
  cp936: "gb18030",
  "windows-936": "gb18030",
  "x-gbk": "gb18030",
  "euc-cn": "gb18030",
  utf8mb4: "utf-8",
  utf: "utf-8",
  cp65001: "utf-8",
  unicode: "utf-16",
  "ucs-2": "utf-16",
  "iso-10646-ucs-2": "utf-16",
  csunicode: "utf-16",
  "koi-8": "koi8-r",
  koi8: "koi8-r",
  "dos-866": "cp866",
  "ansi_x3.4-1968": "windows-1252",
  "iso-8859-1": "windows-1252",
  latin1: "windows-1252",
  ibm00858: "cp858",
  uhc: "cp949",
  csksc56011987: "cp949",
  "shift_jis-2004": "shift_jis",
  ujis: "euc-jp",
  "x-mac-ce": "maccenteuro",
  "x-mac-centraleurroman": "maccenteuro",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  // numbers of fonts' character sets, which programs on Windows wrote into mail (Microsoft, "LOGFONT", lfCharSet)
  "128": "shift_jis",
  "129": "cp949",
  "134": "gb18030",
  "136": "big5",
  "161": "windows-1253",
  "162": "windows-1254",
  "177": "windows-1255",
  "178": "windows-1256",
  "186": "windows-1257",
  "204": "windows-1251",
  "222": "windows-874",
  "238": "windows-1250",
};

/** The charset label of a Windows code page number (Microsoft, "Code Page Identifiers"). */
export const codepageLabel = (number: number): string => {
  if (number === 65001) return "utf-8";
  return number < 1000 && number !== 874 ? `cp${number}` : `windows-${number}`;
};

/** Decodes bytes by a mail's charset label. When the label is missing, unknown or obviously wrong, guesses the charset from the bytes. */
export const decodeCharset = (bytes: Uint8Array, label = ""): string => {
  const plain = label
    .trim()
    .toLowerCase()
    .replace(/^[^a-z0-9]+|\*[^]*$/g, "")
    .replace(/(?<!["';,\s])["';,\s]+$/, "");
  const name = aliases[plain] ?? plain.replace(/^8859[_-]?(?=\d)/, "iso-8859-");
  if (/^(?:x-)?(?:unicode-\d-\d-)?utf-?7(?:-imap)?$/.test(name)) return decodeUtf7(latin1(bytes));
  if (name === "iso-2022-kr") return decodeIso2022Kr(bytes);
  if (name.startsWith("iso-2022-jp")) return decodeIso2022Jp(bytes);
  if (/^hz(?:-gb-?2312)?$/.test(name)) return decodeHz(bytes);
  if (/^(?:x-)?utf_?-?8(?![\dz])/.test(name) || unspoken.has(name)) return guess(bytes);
  if (name === "windows-1252") return decodeWestern(bytes);
  // a label of UTF-16 above text of single octets, as converters leave it
  if (/^utf-?16/.test(name) && !bytes.includes(0) && isUtf8(bytes)) return guess(bytes);
  return decodeNamed(bytes, name) ?? guess(bytes);
};

/** Labels that name no charset, or not that of text with 8-bit octets. "base64" and "hex" are no charsets, although iconv-lite accepts them. */
const unspoken: ReadonlySet<string> = new Set(["", "us-ascii", "ascii", "unknown-8bit", "x-unknown", "binary", "8bit", "base64", "hex"]);

/** Charsets of two octets a character whose table in iconv-lite is the whole one that programs write by (cp949, cp932, Big5 with Hong Kong's). */
const tabled =
  /^(?:x-)?(?:euc-?kr|euc-?jp|ks_?c_?5601|korean|ms949|shift[_-]?jis|x-sjis|sjis|ms932|ms_kanji|csshiftjis|windows-(?:31j|932|949|950)|cp9\d\d|big5)/;

const decodeNamed = (bytes: Uint8Array, name: string): string | undefined => {
  try {
    if (!tabled.test(name) && !/^utf-?16$/.test(name)) return new TextDecoder(name).decode(bytes);
  } catch {
    // not a label of the Web's
  }
  const known = [name, name.replace(/^x-?/, "")].find((one) => one !== "" && iconv.encodingExists(one));
  return known === undefined ? undefined : iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), known);
};

/** How many octets of a document are searched for its charset (HTML, "prescan a byte stream"). */
const PRESCAN_BYTES = 1024;

/** The charset that an HTML document's `<meta>` names, for a part without a label; `""` when it names none, or when the bytes are valid UTF-8. */
export const charsetOfHtml = (bytes: Uint8Array): string => {
  const named = /<meta\s[^>]{0,200}?charset\s{0,3}=\s{0,3}["']?([\w-]{2,40})/i.exec(latin1(bytes.subarray(0, PRESCAN_BYTES)))?.[1] ?? "";
  return named === "" || /^utf-?16/i.test(named) || isUtf8(bytes) ? "" : named;
};

/** The text of a part: by its charset, of HTML without one by what its document names, else by its bytes; without a byte order mark. */
export const decodeText = (bytes: Uint8Array, contentType: string, charset = ""): string => {
  const label = charset === "" && contentType === "text/html" ? charsetOfHtml(bytes) : charset;
  const decoded = decodeCharset(bytes, label).replaceAll("\0", "");
  return decoded.startsWith("\ufeff") ? decoded.slice(1) : decoded;
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    // `stream` accepts a character that is cut off at the end
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
};

const decodeStrictly = (bytes: Uint8Array, charset: string): string | undefined => {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** UTF-16 by its byte order mark (The Unicode Standard, 2.6), as spreadsheets write it into files without a label. */
const markedUtf16 = (bytes: Uint8Array): string | undefined => {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : undefined;
};

const guess = (bytes: Uint8Array): string => {
  const marked = markedUtf16(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  if (bytes.includes(0x1b)) {
    const ascii = latin1(bytes);
    if (["\x1b$@", "\x1b$B", "\x1b(J", "\x1b(I"].some((escape) => ascii.includes(escape))) return decodeIso2022Jp(bytes);
    if (ascii.includes("\x1b$)C")) return decodeIso2022Kr(bytes);
  }
  const utf8 = new TextDecoder("utf-8").decode(bytes);
  // no valid multi-byte sequence at all: this is a single-byte charset, not damaged UTF-8
  return utf8.includes("\ufffd") && !/[\u0080-\ufffc\ufffe\uffff]/.test(utf8) ? decodeWestern(bytes) : utf8;
};

/** How many octets are looked at, and how many letters beyond ASCII there must be, before a label is doubted. */
const DOUBTED_BYTES = 8 * 1024;
const DOUBTED_LETTERS = 12;
/**
 * Of the small letters of a Cyrillic text two in five are vowels, and one in five is one of these three; in other scripts read as Cyrillic, fewer.
 */
const VOWELS = /[аеёиоуыэюяіїє]/g;
const COMMONEST = /[оаи]/g;
const VOWELS_SHARE = 0.33;
const COMMONEST_SHARE = 0.15;

/**
 * Decodes windows-1252, a label that many programs write whatever the text's charset is. The text counts as Cyrillic when two signs agree: letters
 * beyond ASCII occur in runs, unlike accents, and read as Cyrillic they have the usual share of vowels.
 */
const decodeWestern = (bytes: Uint8Array): string => {
  const words = latin1(bytes.subarray(0, DOUBTED_BYTES)).match(/[\xa3\xa8\xb3\xb8\xc0-\xff]+/g) ?? [];
  const letters = words.join("");
  const inRuns = words.filter(({ length }) => length > 2).join("").length;
  if (letters.length >= DOUBTED_LETTERS && inRuns >= letters.length * 0.8) {
    const sample = Buffer.from(letters, "latin1");
    for (const charset of ["windows-1251", "koi8-u"])
      if (isCyrillic(new TextDecoder(charset).decode(sample))) return new TextDecoder(charset).decode(bytes);
  }
  return new TextDecoder("windows-1252").decode(bytes);
};

const latin1 = (bytes: Uint8Array): string => {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
};

const decodeUtf7 = (text: string): string => {
  return text.replace(/\+([A-Za-z0-9+/]*)-?/g, (_, encoded: string) => {
    if (encoded === "") return "+";
    const bytes = Buffer.from(encoded, "base64");
    return new TextDecoder("utf-16be").decode(bytes.subarray(0, bytes.length - (bytes.length % 2)));
  });
};

const decodeIso2022Kr = (bytes: Uint8Array): string => {
  let shifted = false;
  const eucKr: number[] = [];
  for (const byte of bytes) {
    if (byte === 0x0e) shifted = true;
    else if (byte === 0x0f) shifted = false;
    else eucKr.push(shifted && byte > 0x20 ? byte | 0x80 : byte);
  }
  return new TextDecoder("euc-kr").decode(Uint8Array.from(eucKr)).replace("\x1b$)C", "");
};

const isCyrillic = (letters: string): boolean => {
  const small = (letters.match(/[а-яёіїє]/g) ?? []).join("");
  const share = (of: RegExp) => (small.match(of) ?? []).length / Math.max(1, small.length);
  return small.length > letters.length / 2 && share(VOWELS) > VOWELS_SHARE && share(COMMONEST) > COMMONEST_SHARE;
};

/**
 * ISO-2022-JP; the planes of JIS X 0213 in its third version have the characters of JIS X 0208 in the same places. It has seven bits: with eight, as
 * in a file name below such a label, the octets are another charset for Japanese.
 */
const decodeIso2022Jp = (bytes: Uint8Array): string => {
  if (!bytes.includes(0x1b) && bytes.some((byte) => byte > 0x7f))
    return decodeStrictly(bytes, "utf-8") ?? decodeStrictly(bytes, "euc-jp") ?? decodeStrictly(bytes, "shift_jis") ?? guess(bytes);
  const known = latin1(bytes).replaceAll("\x1b$(O", "\x1b$B").replaceAll("\x1b$(Q", "\x1b$B");
  return new TextDecoder("iso-2022-jp").decode(Buffer.from(known, "latin1"));
};

/** HZ (RFC 1843): GB 2312 in seven bits between `~{` and `~}`. */
const decodeHz = (bytes: Uint8Array): string => {
  const eight = latin1(bytes).replace(/~\{([\x21-\x7e]*?)(?:~\}|(?![\x21-\x7e]))|~~|~\r?\n/g, (whole: string, chinese?: string) => {
    if (chinese === undefined) return whole === "~~" ? "~" : "";
    return chinese.replace(/[^]/g, (char) => String.fromCharCode(char.charCodeAt(0) | 0x80));
  });
  return new TextDecoder("gb18030").decode(Buffer.from(eight, "latin1"));
};
