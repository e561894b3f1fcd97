/** The value of a property: its bytes, and whether they are UTF-16. */
export interface MapiValue {
  readonly bytes: Buffer;
  readonly unicode: boolean;
}

/** Properties by id. */
export type MapiProperties = ReadonlyMap<number, MapiValue>;

/** The most properties that are read of one list; Outlook writes about a hundred. */
const MAX_PROPERTIES = 2000;
const UNICODE = 0x1f;
const MULTIPLE = 0x1000;
/** The octets of each type with a fixed size; values of other types are preceded by their length ([MS-OXTNEF] 2.1.3.5). */
const sizes: ReadonlyMap<number, number> = new Map([
  [0x02, 4],
  [0x03, 4],
  [0x04, 4],
  [0x05, 8],
  [0x06, 8],
  [0x07, 8],
  [0x0a, 4],
  [0x0b, 4],
  [0x14, 8],
  [0x40, 8],
  [0x48, 16],
]);
const variable: ReadonlySet<number> = new Set([0x0d, 0x1e, UNICODE, 0x102]);
/** The type of an embedded object, whose value begins with the id of its interface. */
const OBJECT = 0x0d;
const INTERFACE_BYTES = 16;

/** Parses a list of properties, the first value of each; a broken property ends the list. Never throws; linear. */
export const readMapiProperties = (bytes: Buffer): MapiProperties => {
  const properties = new Map<number, MapiValue>();
  const reader = new Reader(bytes);
  const count = Math.min(reader.number() ?? 0, MAX_PROPERTIES);
  for (let i = 0; i < count; i++) {
    const tag = reader.number();
    if (tag === undefined || (tag >>> 16 >= 0x8000 && !skipName(reader))) break;
    const type = tag & 0xfff;
    const value = readValues(reader, type, (tag & MULTIPLE) !== 0);
    if (!value) break;
    properties.set(tag >>> 16, { bytes: type === OBJECT ? value.subarray(INTERFACE_BYTES) : value, unicode: type === UNICODE });
  }
  return properties;
};

/** Reads numbers and padded byte strings from the front; undefined past the end. */
class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  number(): number | undefined {
    return this.take(4)?.readUInt32LE(0);
  }

  take(length: number): Buffer | undefined {
    const end = this.#at + length;
    if (end > this.#bytes.length) return undefined;
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end + ((4 - (length % 4)) % 4);
    return taken;
  }
}

/** Skips the name of a named property: a GUID, and a number or a string. */
const skipName = (reader: Reader): boolean => {
  if (!reader.take(16)) return false;
  const kind = reader.number();
  if (kind === 0) return reader.number() !== undefined;
  const length = reader.number();
  return length !== undefined && reader.take(length) !== undefined;
};

const readValues = (reader: Reader, type: number, multiple: boolean): Buffer | undefined => {
  const size = sizes.get(type);
  if (size === undefined && !variable.has(type)) return undefined;
  const count = multiple || size === undefined ? (reader.number() ?? 0) : 1;
  let first: Buffer | undefined;
  for (let i = 0; i < count; i++) {
    const length = size ?? reader.number();
    const value = length === undefined ? undefined : reader.take(length);
    if (!value) return undefined;
    first ??= value;
  }
  return first ?? Buffer.alloc(0);
};
