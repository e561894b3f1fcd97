import { shortName } from "../../text.ts";
import { codepageLabel, decodeCharset } from "../mime/charset.ts";
import { mimeLimits } from "../mime/mime-entity.ts";
import { decompressRtf, readRtf } from "./rtf.ts";

/** The value of a property: its bytes, and whether they are UTF-16. */
export interface MapiValue {
  readonly bytes: Buffer;
  readonly unicode: boolean;
}

/** Properties by id. */
type MapiProperties = ReadonlyMap<number, MapiValue>;

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
const readMapiProperties = (bytes: Buffer): MapiProperties => {
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

/** An attachment inside a winmail.dat; `data` is a view of its bytes. */
export interface TnefAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly contentId: string;
  readonly data: Buffer;
}

/** The content of a winmail.dat. */
export interface Tnef {
  readonly text: string;
  readonly html: string;
  readonly attachments: readonly TnefAttachment[];
}

const SIGNATURE = 0x223e9f78;
/** The most attributes that are read; Outlook writes a dozen, and four for each attachment. */
const MAX_ATTRIBUTES = 2000;
/** Attribute ids, [MS-OXTNEF] 2.1.3.1. */
const attribute = {
  body: 0x2800c,
  message: 0x69003,
  codepage: 0x69007,
  attachment: 0x69002,
  data: 0x6800f,
  title: 0x18010,
  properties: 0x69005,
};
/** Property ids, [MS-OXPROPS]. */
const property = {
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  filename: 0x3707,
  data: 0x3701,
  contentType: 0x370e,
  contentId: 0x3712,
  name: 0x3001,
  codepage: 0x3fde,
};

/** Whether a part is a TNEF stream by its type or its usual name. */
export const isTnef = (contentType: string, filename: string): boolean =>
  contentType === "application/ms-tnef" || contentType === "application/vnd.ms-tnef" || filename.toLowerCase() === "winmail.dat";

/**
 * Parses a TNEF stream ([MS-OXTNEF]), which Outlook sends as winmail.dat: the attachments, and the body in plain text, in HTML, or else in RTF. Never
 * throws: reading stops at damaged or missing data, and returns what was read before. Linear in the stream; returns views, no copies.
 */
export const readTnef = (bytes: Buffer): Tnef => {
  if (bytes.length < 6 || bytes.readUInt32LE(0) !== SIGNATURE) return { text: "", html: "", attachments: [] };
  let message: MapiProperties = new Map();
  let plain: Buffer | undefined;
  let codepage = "windows-1252";
  const files: { title: Buffer; data: Buffer; properties: MapiProperties }[] = [];
  for (const { id, data } of attributesOf(bytes)) {
    const file = files.at(-1);
    if (id === attribute.body) plain = data;
    else if (id === attribute.codepage && data.length >= 4) codepage = codepageLabel(data.readUInt32LE(0));
    else if (id === attribute.message) message = readMapiProperties(data);
    else if (id === attribute.attachment && files.length < mimeLimits.parts)
      files.push({ title: nothing, data: nothing, properties: new Map() });
    else if (file && id === attribute.title) file.title = data;
    else if (file && id === attribute.data) file.data = data;
    else if (file && id === attribute.properties) file.properties = readMapiProperties(data);
  }
  const text = textOf(message, property.body, codepage) || decode(plain ?? nothing, codepage);
  const html = htmlOf(message, codepage);
  const isBare = text.trim() === "" && html.trim() === "";
  return {
    ...(isBare ? readRtf(decompressRtf(message.get(property.rtf)?.bytes ?? nothing)) : { text, html }),
    attachments: files.map(({ title, data, properties }) => ({
      filename: nameOf(
        textOf(properties, property.filename, codepage) || decode(title, codepage) || textOf(properties, property.name, codepage),
      ),
      contentType: typeOf(textOf(properties, property.contentType, codepage)),
      contentId: textOf(properties, property.contentId, codepage).slice(0, 200),
      data: data.length > 0 ? data : (properties.get(property.data)?.bytes ?? nothing),
    })),
  };
};

const nothing = Buffer.alloc(0);

/** The attributes in order: a level, an id, a length, the data and a checksum, which is ignored. */
const attributesOf = (bytes: Buffer): { id: number; data: Buffer }[] => {
  const found: { id: number; data: Buffer }[] = [];
  let at = 6;
  while (at + 9 <= bytes.length && found.length < MAX_ATTRIBUTES) {
    const level = bytes[at];
    if (level !== 1 && level !== 2) break;
    const end = at + 9 + bytes.readUInt32LE(at + 5);
    if (end > bytes.length) break;
    found.push({ id: bytes.readUInt32LE(at + 1), data: bytes.subarray(at + 9, end) });
    at = end + 2;
  }
  return found;
};

const decode = (bytes: Buffer, codepage: string): string =>
  decodeCharset(bytes.subarray(0, mimeLimits.bodyBytes), codepage).replace(/\0[^]*$/, "");

const textOf = (properties: MapiProperties, id: number, codepage: string): string => {
  const value = properties.get(id);
  if (!value) return "";
  return decode(value.bytes, value.unicode ? "utf-16le" : codepage);
};

/** PR_HTML is binary, in the code page of another property. */
const htmlOf = (properties: MapiProperties, codepage: string): string => {
  const named = properties.get(property.codepage)?.bytes;
  const number = named && named.length >= 4 ? named.readUInt32LE(0) : 0;
  return textOf(properties, property.html, number > 0 ? codepageLabel(number) : codepage);
};

/** A name without folders and control characters. */
const nameOf = (name: string): string =>
  shortName(
    name
      .replace(/^.*[\\/]/s, "")
      .replace(/\p{Cc}/gu, "")
      .trim(),
  ) || "attachment";

const typeOf = (type: string): string => (/^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type.toLowerCase() : "application/octet-stream");
