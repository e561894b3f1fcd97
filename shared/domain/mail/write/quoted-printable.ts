const CR = 13;
const LF = 10;
const SPACE = 32;
const TAB = 9;
const EQUALS = 61;
const LINE_LENGTH = 75;

/** 1 for each octet that is never encoded: printable ASCII except "=". */
const literal = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte > SPACE && byte <= 126 && byte !== EQUALS));
const hex = Buffer.from("0123456789ABCDEF");

/** The most octets that `writeQuotedPrintable` needs for `bytes` octets of UTF-8: three each, and a soft break for every 73. */
export const quotedPrintableBound = (bytes: number): number => {
  return Math.ceil(bytes * 3.2) + 8;
};

/**
 * Writes text as quoted-printable UTF-8 (RFC 2045 6.7) into `out` from offset `at`; returns the offset after it. Every line break, CR, LF or CRLF,
 * becomes CRLF; no line is longer than 76 octets; white space at the end of a line is encoded.
 */
export const writeQuotedPrintable = (bytes: Uint8Array, out: Buffer, at: number): number => {
  let column = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === LF || byte === CR) {
      if (byte === CR && bytes[i + 1] === LF) i++;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
      continue;
    }
    const plain = literal[byte] === 1 || ((byte === SPACE || byte === TAB) && !endsLine(bytes[i + 1]));
    const width = plain ? 1 : 3;
    if (column + width > LINE_LENGTH) {
      out[at++] = EQUALS;
      out[at++] = CR;
      out[at++] = LF;
      column = 0;
    }
    column += width;
    if (plain) {
      out[at++] = byte;
    } else {
      out[at++] = EQUALS;
      out[at++] = hex[byte >> 4] ?? 0;
      out[at++] = hex[byte & 15] ?? 0;
    }
  }
  return at;
};

const endsLine = (next: number | undefined): boolean => {
  return next === LF || next === CR || next === undefined;
};
