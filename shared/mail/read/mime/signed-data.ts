/** How deep values within values are read; a signed message has eight levels. */
const MAX_DEPTH = 20;
/** Object identifiers in DER (RFC 5652, 4 and 5.1): 1.2.840.113549.1.7.2 and .1. */
const SIGNED_DATA = Buffer.from("2a864886f70d010702", "hex");
const DATA = Buffer.from("2a864886f70d010701", "hex");
const SEQUENCE = 0x30;
const CONTEXT_0 = 0xa0;
const OID = 0x06;
const OCTETS = 0x04;
/** An octet string in pieces. */
const OCTETS_IN_PIECES = 0x24;

/** A value in BER: its tag, where its content is, and where the next value begins. */
interface Value {
  readonly tag: number;
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/** Whether a part is a CMS object by its type or its usual name (RFC 8551, 3.2). */
export const isCms = (contentType: string, filename: string): boolean =>
  /^application\/(?:x-)?pkcs7-mime$/.test(contentType) || (contentType === "application/octet-stream" && /\.p7m$/i.test(filename));

/**
 * The message inside one with an opaque signature (RFC 8551, 3.5.2; RFC 5652), which anybody can read because it is signed and not encrypted. The
 * signature is not checked. Undefined for an encrypted or damaged one. Never throws, in linear time.
 */
export const signedContent = (bytes: Buffer): Buffer | undefined => {
  const [type, wrapped] = childrenOf(bytes, valueAt(bytes, 0, bytes.length), SEQUENCE, 2);
  if (!is(bytes, type, SIGNED_DATA)) return undefined;
  const [signed] = childrenOf(bytes, wrapped, CONTEXT_0, 1);
  const [, , enclosed] = childrenOf(bytes, signed, SEQUENCE, 3);
  const [contentType, content] = childrenOf(bytes, enclosed, SEQUENCE, 2);
  if (!is(bytes, contentType, DATA)) return undefined;
  const [octets] = childrenOf(bytes, content, CONTEXT_0, 1);
  const pieces: Buffer[] = [];
  if (octets) collect(bytes, octets, pieces, 0);
  return pieces.length === 0 ? undefined : Buffer.concat(pieces);
};

const is = (bytes: Buffer, value: Value | undefined, oid: Buffer): boolean =>
  value?.tag === OID && bytes.subarray(value.start, value.end).equals(oid);

const collect = (bytes: Buffer, value: Value, pieces: Buffer[], depth: number): void => {
  if (value.tag === OCTETS) pieces.push(bytes.subarray(value.start, value.end));
  if (value.tag !== OCTETS_IN_PIECES || depth > MAX_DEPTH) return;
  for (let at = value.start; at < value.end;) {
    const piece = valueAt(bytes, at, value.end);
    if (!piece) return;
    collect(bytes, piece, pieces, depth + 1);
    at = piece.next;
  }
};

/** The first `most` values within a value of this tag. */
const childrenOf = (bytes: Buffer, value: Value | undefined, tag: number, most: number): readonly Value[] => {
  const children: Value[] = [];
  if (value?.tag !== tag) return children;
  for (let at = value.start; children.length < most;) {
    const child = valueAt(bytes, at, value.end);
    if (!child) break;
    children.push(child);
    at = child.next;
  }
  return children;
};

/** The value at `at`; undefined at an end mark and where it does not fit. A value cut off at the end of the mail counts as far as it goes. */
const valueAt = (bytes: Buffer, at: number, limit: number, depth = 0): Value | undefined => {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || at + 2 > limit || (tag & 0x1f) === 0x1f || (tag === 0 && first === 0)) return undefined;
  if (first === 0x80) return unboundedAt(bytes, at, limit, depth);
  const octets = first < 0x80 ? 0 : first & 0x7f;
  if (octets > 6 || at + 2 + octets > limit) return undefined;
  const start = at + 2 + octets;
  const length = octets === 0 ? first : bytes.readUIntBE(at + 2, octets);
  const end = Math.min(start + length, limit);
  return { tag, start, end, next: end };
};

/** A value of indefinite length ends at its end mark (X.690, 8.1.3.6). */
const unboundedAt = (bytes: Buffer, at: number, limit: number, depth: number): Value | undefined => {
  if (depth > MAX_DEPTH) return undefined;
  let end = at + 2;
  for (let child = valueAt(bytes, end, limit, depth + 1); child; child = valueAt(bytes, end, limit, depth + 1)) end = child.next;
  return { tag: bytes[at]!, start: at + 2, end, next: Math.min(end + 2, limit) };
};
