import type { IndexSpec } from "../../database.ts";

/** What the search keeps in a message's document. */
export interface SearchFields {
  /** Its words by their hashes; absent until the sweeper has put them there. */
  words?: number[];
  /** No search finds it yet: its words come after it was stored, which they would slow down threefold. */
  unsearched?: true;
}

/** What a message is stored with. */
export const NOT_YET_SEARCHED = { unsearched: true } as const satisfies SearchFields;

/** A projection without these fields. */
export const WITHOUT_SEARCH = { words: 0, unsearched: 0 } as const satisfies Record<keyof SearchFields, 0>;

/** One finds messages by a word, newest first; the other those that wait for their words. */
export const searchIndexes: readonly IndexSpec[] = [
  {
    collection: "messages",
    keys: { userId: 1, words: 1, receivedAt: -1, _id: -1 },
    options: { partialFilterExpression: { words: { $exists: true } } },
  },
  {
    collection: "messages",
    keys: { unsearched: 1 },
    options: { partialFilterExpression: { unsearched: { $exists: true } } },
  },
];
