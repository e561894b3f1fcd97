import type { IndexSpec } from "../../database.ts";

/** What the search keeps in the document of a message, and of a conversation that a send began. */
export interface SearchFields {
  /** Its words by their hashes; absent until the sweeper has put them there. */
  words?: number[];
  /** No search finds it yet: its words come after it was stored, for they would make a backlog three times as slow. */
  unsearched?: true;
}

/** What it is stored with. */
export const NOT_YET_SEARCHED = { unsearched: true } as const satisfies SearchFields;

/** A projection without these fields. */
export const WITHOUT_SEARCH = { words: 0, unsearched: 0 } as const satisfies Record<keyof SearchFields, 0>;

/** One finds by a word, newest first; the other what waits for its words. */
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
