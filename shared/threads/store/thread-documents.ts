import type { ClientSession, ObjectId } from "mongodb";
import { noFacts, summaryOf, type ThreadFacts } from "../thread-facts.ts";
import type { Thread } from "../thread.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, type Stored } from "#shared/platform/mongo/documents.ts";
import { type SearchFields, WITHOUT_SEARCH } from "#shared/inbox/store/search/search-fields.ts";
import { workerNow } from "#shared/platform/world.ts";

/** A thread as stored. */
export type ThreadDocument = Omit<Stored<Thread, "userId" | "mailboxId">, "aliasIds" | "emailJobId"> &
  SearchFields & {
    aliasIds: ObjectId[];
    emailJobId?: ObjectId;
    /** The data from which the summary is computed. */
    facts: ThreadFacts;
    /** Merged threads whose old ids some messages and sends still have. */
    moving?: ObjectId[];
    /** A change of the read flag that is not yet applied to every message. */
    marking?: ReadFlagChange;
    /** True after a person split it from another thread: mail no longer merges the two (plan-threads.ts). */
    apart?: true;
    /** Counts changes, so that concurrent updates conflict even when they write equal values. */
    version: number;
  };

/** A change of the read flag, for all messages of a thread that were received up to a time. */
export interface ReadFlagChange {
  readonly isRead: boolean;
  readonly until: Date;
}

/** A transaction in progress. */
export interface Transaction {
  readonly database: Database;
  readonly session: ClientSession;
}

/** The threads' collection. */
export const threadsOf = (database: Database) => database.collection<ThreadDocument>("threads");

const onlyWith = (field: string) => ({ partialFilterExpression: { [field]: { $exists: true } } });

/** Indexes: one for each filter of the list; merged threads by their old ids, unfinished moves and read flags, and a thread's sends. */
export const threadIndexes: readonly IndexSpec[] = [
  { collection: "threads", keys: { userId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, unread: 1, lastInboundKind: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, unread: 1, lastInboundKind: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, lastMessageDirection: 1, lastInboundKind: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, participants: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, emailJobId: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, tags: 1, lastMessageAt: -1, _id: -1 }, options: onlyWith("tags") },
  { collection: "threads", keys: { aliasIds: 1 } },
  { collection: "threads", keys: { moving: 1 }, options: onlyWith("moving") },
  { collection: "threads", keys: { "marking.until": 1 }, options: onlyWith("marking.until") },
  { collection: "sends", keys: { userId: 1, threadId: 1, createdAt: -1, _id: -1 }, options: onlyWith("threadId") },
  { collection: "sends", keys: { uncounted: 1, status: 1, threadId: 1 }, options: onlyWith("uncounted") },
];

/** A projection without the fields that are not shown, which are most of a thread's size. */
export const NOT_SHOWN = { ...WITHOUT_SEARCH, facts: 0 } as const;

/** Converts a document to a thread. */
export const toThread = ({
  facts: _facts,
  moving: _moving,
  marking: _marking,
  version: _version,
  apart: _apart,
  words: _words,
  unsearched: _unsearched,
  ...document
}: ThreadDocument): Thread => ({
  ...fromDocument<Thread>(document),
  aliasIds: document.aliasIds.map((id) => id.toHexString()),
});

/** The facts and the summary computed from them. */
const described = (facts: ThreadFacts) => {
  const { emailJobId, ...summary } = summaryOf(facts);
  return { facts, ...summary, ...(emailJobId !== undefined && { emailJobId: oid(emailJobId) }) };
};

/** The update that writes new facts and the summary computed from them; undefined fields of `changes` are removed. */
export const factsUpdate = (facts: ThreadFacts, changes: { readonly [K in "moving" | "marking"]?: ThreadDocument[K] | undefined } = {}) => {
  const now = described(facts);
  const may = {
    emailJobId: now.emailJobId,
    tags: now.tags,
    lastMessageAt: now.lastMessageAt,
    lastInboundAt: now.lastInboundAt,
    ...changes,
  };
  const absent = Object.entries(may).flatMap(([field, value]) => (value === undefined ? [[field, "" as const]] : []));
  return {
    $set: { ...now, ...given(changes) },
    $currentDate: { updatedAt: true as const },
    ...(absent.length > 0 && { $unset: Object.fromEntries(absent) as Record<string, ""> }),
    $inc: { version: 1 },
  };
};

/** A new thread, dated by the worker's clock. */
export const newThread = (userId: string, mailboxId: string, id = newId(), facts = noFacts): ThreadDocument => {
  const createdAt = workerNow();
  return {
    _id: id,
    userId: oid(userId),
    mailboxId: oid(mailboxId),
    aliasIds: [],
    ...described(facts),
    createdAt,
    updatedAt: createdAt,
    version: 0,
  } as ThreadDocument;
};
