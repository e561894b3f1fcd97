import { ObjectId } from "mongodb";
import type { Database } from "../../database.ts";
import { messagesOf } from "../message-documents.ts";
import { NOT_YET_SEARCHED } from "./search-fields.ts";

const MARKED_AT_ONCE = 1_000;

/** Lets the sweeper give words to messages that were stored before there was a search. */
export const markUnsearched = async (database: Database): Promise<void> => {
  const messages = messagesOf(database);
  const pageAfter = (last: ObjectId) =>
    messages
      .find({ _id: { $gt: last } }, { projection: { words: 1 } })
      .sort({ _id: 1 })
      .limit(MARKED_AT_ONCE)
      .toArray();
  for (let page = await pageAfter(ObjectId.createFromTime(0)); page.length > 0; page = await pageAfter(page.at(-1)!._id)) {
    const old = page.flatMap(({ _id, words }) => (words ? [] : [_id]));
    if (old.length > 0) await messages.updateMany({ _id: { $in: old } }, { $set: NOT_YET_SEARCHED });
  }
};

/** False before the release that brought the search. */
export const isSearched = async (database: Database): Promise<boolean> =>
  (await database.raw.collection("messages").indexes()).some(({ key }) => "unsearched" in key);
