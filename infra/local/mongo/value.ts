import { BSON } from "mongodb";

/** Options for reading BSON: numbers as numbers, binary data as Binary, so that a value is returned as it was stored. */
export const FROM_WIRE = { promoteBuffers: false, promoteLongs: true, promoteValues: true } as const;

/** A stored document with the driver's promoted values (numbers, strings, Date, ObjectId, Binary, …). Never changed once stored. */
export type Doc = Record<string, unknown>;

/** An error that is returned to the client with MongoDB's code; `labels` make the driver retry, `extra` is added to the answer. */
export class CommandError extends Error {
  readonly code: number;
  readonly codeName: string;
  readonly labels: readonly string[];
  readonly extra: Doc;
  constructor(code: number, codeName: string, message: string, more: { labels?: readonly string[]; extra?: Doc } = {}) {
    super(message);
    this.code = code;
    this.codeName = codeName;
    this.labels = more.labels ?? [];
    this.extra = more.extra ?? {};
  }
}

/** An error for a feature that this server does not implement, naming it. */
export const notSupported = (what: string): CommandError =>
  new CommandError(238, "NotImplemented", `not supported by the embedded server: ${what}`);

/** A request that a real server refuses as malformed (code 2). */
export const badValue = (message: string): CommandError => new CommandError(2, "BadValue", message);

/** A value of the wrong type (code 14). */
export const typeMismatch = (message: string): CommandError => new CommandError(14, "TypeMismatch", message);

/** Another transaction changed the same document first; the driver runs the whole transaction again (code 112). */
export const writeConflict = (): CommandError =>
  new CommandError(112, "WriteConflict", "Write conflict: another transaction changed the same document first", {
    labels: ["TransientTransactionError"],
  });

/** The transaction ended or never was; the driver runs it again (code 251). */
export const noSuchTransaction = (): CommandError =>
  new CommandError(251, "NoSuchTransaction", "The transaction has ended or was never started", { labels: ["TransientTransactionError"] });

/** True for an embedded document, false for arrays and BSON types. */
export const isDoc = (value: unknown): value is Doc =>
  typeof value === "object" && value !== null && (value.constructor === Object || value.constructor === undefined);

/** True for `{$gt: 1}` and the like. */
export const isOperators = (value: unknown): value is Doc => isDoc(value) && (Object.keys(value)[0]?.startsWith("$") ?? false);

const scratch = Buffer.alloc(8);
const NUMBER_END = "\x80\x00";

/** Ten characters that sort like numbers: the double with its sign inverted, then the digits of a 64-bit integer that a double cannot hold. */
const numberKey = (value: number, rest = NUMBER_END): string => {
  if (Number.isNaN(value)) return "\0".repeat(10);
  scratch.writeDoubleBE(value === 0 ? 0 : value);
  const negative = (scratch[0] ?? 0) > 127;
  for (let i = 0; i < 8; i++) scratch[i] = negative ? ~(scratch[i] ?? 0) : (scratch[i] ?? 0) ^ (i === 0 ? 128 : 0);
  return scratch.toString("latin1", 0, 8) + rest;
};
const longKey = (value: BSON.Long): string => {
  const exact = value.toBigInt();
  const rest = Number(exact - BigInt(Number(exact))) + 0x8000;
  return numberKey(Number(exact), String.fromCharCode(rest >> 8, rest & 255));
};
const NEEDS_BYTES = /\P{ASCII}|\0/u;
const stringKey = (value: string): string =>
  (NEEDS_BYTES.test(value) ? Buffer.from(value).toString("latin1").replaceAll("\0", "\0\xff") : value) + "\0";
const bytesKey = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");

/** The position of each type in MongoDB's order of types; the first character of a key. */
export const typeTag = (value: unknown): number => {
  if (value === null || value === undefined) return 5;
  if (typeof value === "number" || typeof value === "bigint") return 10;
  if (typeof value === "string") return 20;
  if (typeof value === "boolean") return 70;
  if (Array.isArray(value)) return 40;
  if (isDoc(value)) return 30;
  if (value instanceof BSON.ObjectId) return 60;
  if (value instanceof Date) return 80;
  if (value instanceof BSON.Binary) return 50;
  if (value instanceof BSON.Timestamp) return 90;
  if (value instanceof BSON.Long) return 10;
  if (value instanceof RegExp) return 100;
  if (value instanceof BSON.MinKey) return 1;
  if (value instanceof BSON.MaxKey) return 240;
  throw notSupported(`the BSON type of ${Object.prototype.toString.call(value)}`);
};

/** The key of an empty array in an index: before null (a server stores it as undefined). */
const EMPTY_ARRAY_KEY = "\x04";

/**
 * A string whose plain comparison equals MongoDB's comparison of the values, across types, nested or not; indexes, sorts, filters and `$group` all
 * use this order. No key is a prefix of another, and only nested keys begin with \xff.
 */
export const keyOf = (value: unknown): string => {
  const tag = typeTag(value);
  const head = String.fromCharCode(tag);
  if (typeof value === "string") return head + stringKey(value);
  if (typeof value === "number") return head + numberKey(value);
  if (typeof value === "boolean") return head + (value ? "\x02" : "\x01");
  if (value instanceof BSON.ObjectId) return head + bytesKey(value.id);
  if (value instanceof Date) return head + numberKey(value.getTime());
  if (Array.isArray(value)) return `${head}${value.map(keyOf).join("")}\0`;
  if (isDoc(value))
    return (
      head +
      Object.entries(value)
        .map(([k, v]) => String.fromCharCode(typeTag(v)) + stringKey(k) + keyOf(v))
        .join("") +
      "\0"
    );
  if (value instanceof BSON.Binary) {
    scratch.writeUInt32BE(value.position);
    return (
      head + scratch.toString("latin1", 0, 4) + String.fromCharCode(value.sub_type) + bytesKey(value.buffer.subarray(0, value.position))
    );
  }
  if (value instanceof BSON.Long) return head + longKey(value);
  if (value instanceof RegExp) return head + stringKey(value.source) + stringKey(value.flags);
  return head;
};

/** The key of a descending index field: every byte inverted. */
export const invertKey = (key: string): string => {
  const bytes = Buffer.from(key, "latin1");
  for (let i = 0; i < bytes.length; i++) bytes[i] = ~(bytes[i] ?? 0);
  return bytes.toString("latin1");
};

/** Equal in MongoDB's sense: 1 equals 1.0, and the order of an embedded document's fields counts. */
export const sameValue = (a: unknown, b: unknown): boolean => a === b || (typeTag(a) === typeTag(b) && keyOf(a) === keyOf(b));

const pathKeys = (value: unknown, parts: readonly string[], i: number, keys: string[]): void => {
  const part = parts[i];
  if (part === undefined) {
    if (!Array.isArray(value)) keys.push(keyOf(value));
    else if (value.length === 0) keys.push(EMPTY_ARRAY_KEY);
    else for (const item of value) keys.push(keyOf(item));
  } else if (Array.isArray(value)) {
    if (/^\d+$/.test(part)) return pathKeys(value[Number(part)], parts, i + 1, keys);
    if (value.length === 0) keys.push(keyOf(null));
    for (const item of value) pathKeys(isDoc(item) ? item[part] : undefined, parts, i + 1, keys);
  } else pathKeys(isDoc(value) ? value[part] : undefined, parts, i + 1, keys);
};

/** The keys of a document in an index by one path: one, or one for each element of an array on the path. */
export const keysAt = (doc: Doc, parts: readonly string[]): readonly string[] => {
  const keys: string[] = [];
  pathKeys(doc, parts, 0, keys);
  return keys.length > 1 ? [...new Set(keys)] : keys;
};

/** The part of a path up to the first array on it, if there is one. */
export const arrayOn = (doc: Doc, parts: readonly string[]): string | undefined => {
  let value: unknown = doc;
  for (let i = 0; i < parts.length && isDoc(value); i++) {
    value = value[parts[i] ?? ""];
    if (Array.isArray(value)) return parts.slice(0, i + 1).join(".");
  }
  return undefined;
};

/** A sort such as `{createdAt: -1}` as a function that returns each document's sort key. */
const sortKey = (sort: Doc): ((doc: Doc) => string) => {
  const fields = Object.entries(sort).map(([path, direction]) => {
    if (Number(direction) !== 1 && Number(direction) !== -1) throw notSupported(`sort by ${JSON.stringify(direction)}`);
    return { parts: path.split("."), up: Number(direction) === 1 };
  });
  const order = (a: string, b: string) => (a < b ? a : b);
  return (doc) =>
    fields
      .map(({ parts, up }) => {
        const keys = keysAt(doc, parts);
        return up ? keys.reduce(order) : invertKey(keys.reduce((a, b) => (a < b ? b : a)));
      })
      .join("");
};

/** Sorts stably, like the server, which returns equal keys in insertion order. */
export const sortDocs = (docs: readonly Doc[], sort: Doc): Doc[] => {
  const key = sortKey(sort);
  return docs
    .map((doc) => ({ doc, key: key(doc) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ doc }) => doc);
};
