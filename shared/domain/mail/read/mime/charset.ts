/** Labels in mail that TextDecoder does not know, or takes for a smaller charset than senders really use. */
const aliases: Readonly<Record<string, string>> = {
  gb2312: "gb18030",
  "gb_2312-80": "gb18030",
  gbk: "gb18030",
  cp936: "gb18030",
  "x-gbk": "gb18030",
  "euc-cn": "gb18030",
  utf8mb4: "utf-8",
  utf: "utf-8",
  unicode: "utf-8",
  "ansi_x3.4-1968": "windows-1252",
  "iso-2022-jp-1": "iso-2022-jp",
  "iso-2022-jp-2": "iso-2022-jp",
  "iso-2022-jp-ms": "iso-2022-jp",
  cp50220: "iso-2022-jp",
  cp50221: "iso-2022-jp",
  cp932: "shift_jis",
  ms932: "shift_jis",
  cp949: "euc-kr",
  ms949: "euc-kr",
  cp950: "big5",
  "big5-hkscs": "big5",
  latin1: "windows-1252",
  macroman: "macintosh",
  cp1250: "windows-1250",
  cp1251: "windows-1251",
};

/** The charset label of a Windows code page number (Microsoft, "Code Page Identifiers"). */
export const codepageLabel = (number: number): string => {
  if (number === 65001) return "utf-8";
  return number < 1000 && number !== 874 ? `cp${number}` : `windows-${number}`;
};

/** Decodes bytes by a mail's charset label; when it is missing, unknown or obviously wrong, by what the bytes look like. */
export const decodeCharset = (bytes: Uint8Array, label = ""): string => {
  const name = label
    .trim()
    .toLowerCase()
    .replace(/^["']|["']$/g, "")
    .replace(/\*[^]*$/, "");
  if (/^(?:x-)?(?:unicode-\d-\d-)?utf-?7(?:-imap)?$/.test(name)) return decodeUtf7(latin1(bytes));
  if (name === "iso-2022-kr") return decodeIso2022Kr(bytes);
  const known = aliases[name] ?? name;
  if (known === "" || known === "us-ascii" || known === "ascii" || known === "utf-8" || known === "utf8") return guess(bytes);
  try {
    return new TextDecoder(known).decode(bytes);
  } catch {
    return guess(bytes);
  }
};

/** How many octets of a document are searched for its charset (HTML, "prescan a byte stream"). */
const PRESCAN_BYTES = 1024;

/** The charset in a document's `<meta>`, for a part without one; `""` when it names none, or is valid UTF-8 anyway. */
export const charsetOfHtml = (bytes: Uint8Array): string => {
  const named = /<meta\s[^>]{0,200}?charset\s{0,3}=\s{0,3}["']?([\w-]{2,40})/i.exec(latin1(bytes.subarray(0, PRESCAN_BYTES)))?.[1] ?? "";
  return named === "" || /^utf-?16/i.test(named) || isUtf8(bytes) ? "" : named;
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

const guess = (bytes: Uint8Array): string => {
  if (bytes.includes(0x1b)) {
    const ascii = latin1(bytes);
    if (["\x1b$@", "\x1b$B", "\x1b(J", "\x1b(I"].some((escape) => ascii.includes(escape)))
      return new TextDecoder("iso-2022-jp").decode(bytes);
    if (ascii.includes("\x1b$)C")) return decodeIso2022Kr(bytes);
  }
  const utf8 = new TextDecoder("utf-8").decode(bytes);
  // no valid multi-byte sequence at all: this is a single-byte charset, not damaged UTF-8
  return utf8.includes("\ufffd") && !/[\u0080-\ufffc\ufffe\uffff]/.test(utf8) ? new TextDecoder("windows-1252").decode(bytes) : utf8;
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
