import type { Collection, Document, Filter, FindCursor, WithId } from "mongodb";
import type { Page } from "../../domain/ports.ts";
import { exact, oid } from "./documents.ts";

/**
 * The condition for rows after a cursor. The date bound uses the index; rows with the same date are ordered by their ids, which are in the index too.
 */
const behind = (field: string, { at, id }: NonNullable<Page["cursor"]>): Document => ({
  [field]: { $lte: at },
  $or: [{ [field]: { $lt: at } }, { _id: { $lt: oid(id) } }],
});

/** A page of a list, newest first by a date field, then by id: an index must end on both. */
export const pageOf = <D extends Document>(
  collection: Pick<Collection<D>, "find">,
  filter: Filter<D>,
  field: keyof D & string,
  { limit, offset, cursor }: Page,
): FindCursor<WithId<D>> =>
  collection
    .find(cursor ? ({ $and: [exact(filter), behind(field, cursor)] } as Filter<D>) : exact(filter))
    .sort({ [field]: -1, _id: -1 })
    .skip(offset)
    .limit(limit);
