import type { Collection, Document, Filter, FindCursor, WithId } from "mongodb";
import type { Page } from "../../domain/ports.ts";
import { exact, oid } from "./documents.ts";

/** What stands behind a row of a list. The bound leads into the index; of rows with the same date the ids decide, which stand in the index too. */
const behind = (field: string, { at, id }: NonNullable<Page["cursor"]>): Document => ({
  [field]: { $lte: at },
  $or: [{ [field]: { $lt: at } }, { _id: { $lt: oid(id) } }],
});

/** A page of a list, newest first by a date field, the id as tie-break: an index must end on both. */
export const pageOf = <D extends Document>(
  collection: Collection<D>,
  filter: Filter<D>,
  field: keyof D & string,
  { limit, offset, cursor }: Page,
): FindCursor<WithId<D>> =>
  collection
    .find(cursor ? ({ $and: [exact(filter), behind(field, cursor)] } as Filter<D>) : exact(filter))
    .sort({ [field]: -1, _id: -1 })
    .skip(offset)
    .limit(limit);
