import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import { ids } from "../system.ts";

/** A token that identifies the holder of a lease or claim: 96 random bits in hexadecimal. */
export const newToken = (): string => randomBytes(12).toString("hex");

/**
 * Turns a 24-digit hexadecimal id into an ObjectId; throws on anything else, because `new ObjectId(undefined)` makes a random id (S18 in
 * SECURITY.md).
 */
export const oid = (id: string): ObjectId => {
  if (typeof id !== "string" || !/^[0-9a-f]{24}$/.test(id)) throw new TypeError("not an ObjectID");
  return new ObjectId(id);
};

/** A new id for a row; `new ObjectId()` would count (see `ids`). */
export const newId = (): ObjectId => oid(ids.objectId());

/** A record of the domain as MongoDB stores it: `id` is `_id`, and the fields in `Refs` are ObjectIds. */
export type Stored<T extends { readonly id: string }, Refs extends keyof T = never> = { _id: ObjectId } & {
  [K in Exclude<keyof T, "id">]: K extends Refs ? (undefined extends T[K] ? ObjectId | undefined : ObjectId) : T[K];
};

/** Converts a record to a document: the fields in `Refs` become ObjectIds, and fields without a value are left out. */
export const toDocument = <T extends { readonly id: string }, Refs extends keyof T>(record: T, refs: readonly Refs[]): Stored<T, Refs> => {
  const document: Record<string, unknown> = { _id: oid(record.id) };
  for (const [key, value] of Object.entries(record)) {
    if (key === "id" || value === undefined) continue;
    document[key] = (refs as readonly string[]).includes(key) ? oid(value) : value;
  }
  return document as Stored<T, Refs>;
};

/**
 * Converts a document to a record: `_id` becomes `id`, and every ObjectId its hexadecimal string. It is optimised, because every row of every list
 * passes through it.
 */
export const fromDocument = <T extends { readonly id: string }>(document: object): T => {
  const record: Record<string, unknown> = {};
  // V8 keeps an object that is filled field by field as a dictionary, whose entries are slow to list; a copy of it is fast again.
  for (const key in document) {
    const value: unknown = document[key as keyof typeof document];
    record[key === "_id" ? "id" : key] = value instanceof ObjectId ? value.toHexString() : value;
  }
  return { ...record } as T;
};

/** Returns a filter unchanged, but throws for an undefined value, which the driver would send as null or leave out (S18 in SECURITY.md). */
export const exact = <F extends object>(filter: F): F => {
  for (const [key, value] of Object.entries(filter)) if (value === undefined) throw new TypeError(`filter value of ${key} is undefined`);
  return filter;
};

/** Leaves out undefined fields; for filters whose fields are all optional, and for $set. */
export const given = <F extends object>(fields: F): { [K in keyof F]: Exclude<F[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof F]: Exclude<F[K], undefined> };
