import type { IndexSpec } from "#shared/platform/mongo/database.ts";
import type { Migration } from "#shared/platform/mongo/migrations.ts";

/** The search's fields in the document of a message, and of a conversation that a send started. */
export interface SearchFields {
  /** The hashes of its words; absent until the sweeper has stored them. */
  words?: number[];
  /**
   * True until its words are stored. That happens after the message is stored, because indexing at once would slow a backlog down by a factor of
   * three.
   */
  unsearched?: true;
}

/** The search fields of a newly stored document. */
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

/**
 * Marks what was stored before the search existed, so that the sweeper indexes it: every message, and conversations in which nothing was received.
 */
export const searchMigrations: readonly Migration[] = [
  // Written out, so that esbuild leaves the table out of bundles that do not migrate.
  {
    id: "searched",
    collection: "messages",
    rows: { words: { $exists: false }, unsearched: { $exists: false } },
    change: { $set: { unsearched: true } },
  },
  {
    id: "searched",
    collection: "threads",
    rows: { words: { $exists: false }, unsearched: { $exists: false }, lastInboundAt: { $exists: false } },
    change: { $set: { unsearched: true } },
  },
];
