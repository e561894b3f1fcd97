/** Names of the two encodings that programs write beside those of RFC 2045, 6.1. */
const aliases: Readonly<Record<string, string>> = {
  b: "base64",
  b64: "base64",
  "base-64": "base64",
  "x-base64": "base64",
  q: "quoted-printable",
  qp: "quoted-printable",
  quotedprintable: "quoted-printable",
  "quoted-printeable": "quoted-printable",
  "x-quoted-printable": "quoted-printable",
};

/** The name of an encoding, without quotes, comments and what else follows it. */
const nameOf = (encoding: string): string => {
  const [name = ""] = /[\w-]+/.exec(encoding.toLowerCase()) ?? [];
  return aliases[name] ?? name;
};

/** Decodes a Content-Transfer-Encoding (RFC 2045, 6); with 7bit, 8bit, binary or an unknown one the bytes are unchanged. */
export const decodeTransfer = (bytes: Buffer, encoding: string): Buffer => {
  const name = nameOf(encoding);
  if (name === "base64") return decodeBase64(bytes);
  if (name === "quoted-printable") return decodeQuotedPrintable(bytes);
  return bytes;
};

/** The decoded size in octets, without decoding: computed for base64, counted for quoted-printable. */
export const decodedSize = (bytes: Buffer, encoding: string): number => {
  const name = nameOf(encoding);
  if (name === "quoted-printable") return decodeQuotedPrintable(bytes).length;
  if (name !== "base64") return bytes.length;
  let size = 0;
  let digits = 0;
  for (const byte of bytes) {
    if (byte === PADDING) {
      size += Math.floor((digits * 3) / 4);
      digits = 0;
    } else if (byte > 0x20) digits++;
  }
  return size + Math.floor((digits * 3) / 4);
};

const PADDING = 0x3d;

/**
 * Decodes base64. Some programs encode a text in pieces and append one to the other: each padding ends a group of digits, and the next group begins
 * anew (RFC 4648, 3.3, leaves that to the reader).
 */
const decodeBase64 = (bytes: Buffer): Buffer => {
  const padding = bytes.indexOf(PADDING);
  const isLast = padding < 0 || bytes.subarray(padding).every((byte) => byte === PADDING || byte <= 0x20);
  return isLast ? Buffer.from(bytes.toString("latin1"), "base64") : decodeGroups(bytes);
};

const digitValues = Int8Array.from({ length: 256 }, (_, code) =>
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".indexOf(String.fromCharCode(code)),
);

const decodeGroups = (bytes: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(Math.ceil((bytes.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (const byte of bytes) {
    const value = digitValues[byte]!;
    if (byte === PADDING) held = 0;
    if (value < 0) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out[length++] = (bits >> held) & 0xff;
  }
  return out.subarray(0, length);
};

const decodeQuotedPrintable = (bytes: Buffer): Buffer => {
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte !== 0x3d) {
      out[length++] = byte;
      continue;
    }
    const value = hex(bytes[i + 1]) * 16 + hex(bytes[i + 2]);
    if (value >= 0) {
      out[length++] = value;
      i += 2;
      continue;
    }
    let end = i + 1;
    while (bytes[end] === 0x20 || bytes[end] === 0x09) end++;
    if (bytes[end] === 0x0d) end++;
    if (bytes[end] === 0x0a || end >= bytes.length) i = end;
    else out[length++] = byte;
  }
  return out.subarray(0, length);
};

const hex = (byte: number | undefined): number => {
  if (byte === undefined) return -1000;
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1000;
};
