import { randomBytes } from "node:crypto";
import { ObjectId, type Collection, type Document, type Filter, type FindCursor, type WithId } from "mongodb";
import { ids } from "../system.ts";
import type { Page } from "../ports.ts";

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

/** The order of a list by a date: the newest first, or the oldest. */
export type DateOrder = "newest" | "oldest";

/**
 * The condition for rows after a cursor. The date bound uses the index; rows with the same date are ordered by their ids, which are in the index too.
 */
const behind = (field: string, { at, id }: NonNullable<Page["cursor"]>, order: DateOrder): Document => {
  const [upTo, past] = order === "newest" ? ["$lte", "$lt"] : ["$gte", "$gt"];
  return { [field]: { [upTo]: at }, $or: [{ [field]: { [past]: at } }, { _id: { [past]: oid(id) } }] };
};

/**
 * How many mailboxes one query reads: for up to 200 MongoDB merges the index's ranges in order, and stops at the limit
 * ("internalQueryMaxScansToExplode").
 */
const MAILBOXES_AT_ONCE = 100;

/** The filter for some mailboxes, or only for the one among them that is also named. */
export const inMailboxes = ({
  mailboxId,
  mailboxIds,
}: {
  readonly mailboxId?: string | undefined;
  readonly mailboxIds?: readonly string[] | undefined;
}) => {
  if (mailboxIds === undefined) return mailboxId === undefined ? {} : { mailboxId: oid(mailboxId) };
  return { mailboxId: { $in: mailboxIds.filter((id) => mailboxId === undefined || id === mailboxId).map(oid) } };
};

/** A page of records of some mailboxes: one indexed query for each hundred mailboxes, merged in their order. */
export const joinedPage = async <Row extends Document>(
  { mailboxId, mailboxIds }: { readonly mailboxId?: string | undefined; readonly mailboxIds?: readonly string[] | undefined },
  field: keyof Row & string,
  page: Page,
  read: (some: ReturnType<typeof inMailboxes>, page: Page) => Promise<Row[]>,
  order: DateOrder = "newest",
): Promise<Row[]> => {
  const named = mailboxIds?.filter((id) => mailboxId === undefined || id === mailboxId);
  if (named === undefined || named.length <= MAILBOXES_AT_ONCE)
    return named?.length === 0 ? [] : read(inMailboxes({ mailboxId, mailboxIds: named }), page);
  const { offset, limit } = page;
  const starts = Array.from({ length: Math.ceil(named.length / MAILBOXES_AT_ONCE) }, (_, i) => i * MAILBOXES_AT_ONCE);
  const found = await Promise.all(
    starts.map((start) =>
      read(inMailboxes({ mailboxIds: named.slice(start, start + MAILBOXES_AT_ONCE) }), { ...page, offset: 0, limit: offset + limit }),
    ),
  );
  const newest = (a: Row, b: Row) => b[field].getTime() - a[field].getTime() || (String(a["_id"]) < String(b["_id"]) ? 1 : -1);
  return found
    .flat()
    .toSorted(order === "newest" ? newest : (a, b) => newest(b, a))
    .slice(offset, offset + limit);
};

/** A page of a list, newest or oldest first by a date field, then by id; an index must end on both. */
export const pageOf = <D extends Document>(
  collection: Pick<Collection<D>, "find">,
  filter: Filter<D>,
  field: keyof D & string,
  { limit, offset, cursor }: Page,
  order: DateOrder = "newest",
): FindCursor<WithId<D>> =>
  collection
    .find(cursor ? ({ $and: [exact(filter), behind(field, cursor, order)] } as Filter<D>) : exact(filter))
    .sort(order === "newest" ? { [field]: -1, _id: -1 } : { [field]: 1, _id: 1 })
    .skip(offset)
    .limit(limit);
