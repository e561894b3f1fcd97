import type { IndexSpec, Database } from "#shared/platform/mongo/database.ts";
import { ObjectId } from "mongodb";

/** The search's fields in the document of a message, and of a conversation that a send started. */
export interface SearchFields {
  /** The hashes of its words; absent until the sweeper has stored them. */
  words?: number[];
  /** True until it is indexed. Words are stored later than the message, because indexing would slow a backlog down by a factor of three. */
  unsearched?: true;
}

/** The fields of a newly stored document. */
export const NOT_YET_SEARCHED = { unsearched: true } as const satisfies SearchFields;

/** A projection without these fields. */
export const WITHOUT_SEARCH = { words: 0, unsearched: 0 } as const satisfies Record<keyof SearchFields, 0>;

/** Two indexes: by word, newest first, and the documents still to be indexed. */
const indexesOf = (collection: string, at: string): readonly IndexSpec[] => [
  {
    collection,
    keys: { userId: 1, words: 1, [at]: -1, _id: -1 },
    options: { partialFilterExpression: { words: { $exists: true } } },
  },
  {
    collection,
    keys: { unsearched: 1 },
    options: { partialFilterExpression: { unsearched: { $exists: true } } },
  },
];
export const searchIndexes: readonly IndexSpec[] = [...indexesOf("messages", "receivedAt"), ...indexesOf("threads", "lastMessageAt")];

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
