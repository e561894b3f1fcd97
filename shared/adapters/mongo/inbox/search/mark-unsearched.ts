import { ObjectId } from "mongodb";
import type { Database } from "../../database.ts";
import { NOT_YET_SEARCHED, type SearchFields } from "./search-fields.ts";

const MARKED_AT_ONCE = 1_000;

/** The documents that are searched: every message, and conversations in which nothing was received. */
const searched = { messages: {}, threads: { lastInboundAt: { $exists: false } } };
type Searched = keyof typeof searched;

/** Marks documents from before the search existed, so that the sweeper indexes them. */
export const markUnsearched = async (database: Database, name: Searched): Promise<void> => {
  const stored = database.collection<SearchFields & { _id: ObjectId }>(name);
  const pageAfter = (last: ObjectId) =>
    stored
      .find({ ...searched[name], _id: { $gt: last } }, { projection: { words: 1 } })
      .sort({ _id: 1 })
      .limit(MARKED_AT_ONCE)
      .toArray();
  for (let page = await pageAfter(ObjectId.createFromTime(0)); page.length > 0; page = await pageAfter(page.at(-1)!._id)) {
    const old = page.flatMap(({ _id, words }) => (words ? [] : [_id]));
    if (old.length > 0) await stored.updateMany({ _id: { $in: old } }, { $set: NOT_YET_SEARCHED });
  }
};

/** False in a database from before the search existed. */
export const isSearched = async (database: Database, name: Searched): Promise<boolean> =>
  (await database.raw.collection(name).indexes()).some(({ key }) => "unsearched" in key);
