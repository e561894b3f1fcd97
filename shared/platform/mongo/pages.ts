import type { Collection, Document, Filter, FindCursor, WithId } from "mongodb";
import type { Page } from "../ports.ts";
import { exact, oid } from "./documents.ts";

/** The order of a list by a date: the newest first, or the oldest. */
export type DateOrder = "newest" | "oldest";

/**
 * The condition for rows after a cursor. The date bound uses the index; rows with the same date are ordered by their ids, which are in the index too.
 */
const behind = (field: string, { at, id }: NonNullable<Page["cursor"]>, order: DateOrder): Document => {
  const [upTo, past] = order === "newest" ? ["$lte", "$lt"] : ["$gte", "$gt"];
  return { [field]: { [upTo]: at }, $or: [{ [field]: { [past]: at } }, { _id: { [past]: oid(id) } }] };
};

/** How many mailboxes one query reads: for up to 200 MongoDB merges the index's ranges in order, and stops at the limit ("internalQueryMaxScansToExplode"). */
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
