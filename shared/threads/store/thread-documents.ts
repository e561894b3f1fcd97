import type { ClientSession, ObjectId } from "mongodb";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import { PEOPLES_KINDS, exchangeOf, noFacts, summaryOf, type ThreadFacts } from "../thread-facts.ts";
import { firstResponseIn, firstState, type WorkChange, workAfterMail } from "../thread-state.ts";
import type { ChangedBy, Decision, FirstResponse, Thread, ThreadState, ThreadSummary, ThreadWork } from "../thread.ts";
import { type HasPendingEvents, pushEvents } from "#shared/events/store/event-documents.ts";
import type { Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, type Stored } from "#shared/platform/mongo/documents.ts";
import { type SearchFields, WITHOUT_SEARCH } from "#shared/inbox/store/message-documents.ts";
import type { Migration } from "#shared/platform/mongo/migrations.ts";
import { snakeCase } from "#shared/api/wire.ts";
import { workerNow } from "#shared/platform/world.ts";

/** A thread as stored. */
export type ThreadDocument = Omit<
  Stored<Thread, "userId" | "mailboxId">,
  "aliasIds" | "emailJobId" | "labels" | "snoozedUntil" | "changedBy" | "decided"
> &
  SearchFields &
  HasPendingEvents & {
    aliasIds: ObjectId[];
    emailJobId?: ObjectId;
    labels?: readonly string[];
    snoozedUntil?: Date;
    changedBy?: string;
    decided?: Decision;
    /** The data from which the summary is computed. */
    facts: ThreadFacts;
    /** Merged threads whose old ids some messages and sends still have. */
    moving?: ObjectId[];
    /** A change of the read flag that is not yet applied to every message. */
    marking?: ReadFlagChange;
    /** Whether it has `snoozedUntil`, so that an index serves the filter. */
    snoozed: boolean;
    /** How long its first question waited; absent until it is answered. */
    firstResponse?: FirstResponse;
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
  { collection: "threads", keys: { userId: 1, state: 1, snoozed: 1, needsReply: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, state: 1, snoozed: 1, needsReply: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, assignedTo: 1, lastMessageAt: -1, _id: -1 } },
  { collection: "threads", keys: { userId: 1, labels: 1, lastMessageAt: -1, _id: -1 }, options: onlyWith("labels") },
  { collection: "threads", keys: { userId: 1, waitingSince: 1, _id: 1 }, options: onlyWith("waitingSince") },
  { collection: "threads", keys: { userId: 1, mailboxId: 1, waitingSince: 1, _id: 1 }, options: onlyWith("waitingSince") },
  { collection: "threads", keys: { userId: 1, "firstResponse.answeredAt": -1 }, options: onlyWith("firstResponse.answeredAt") },
  { collection: "threads", keys: { snoozedUntil: 1 }, options: onlyWith("snoozedUntil") },
  { collection: "threads", keys: { aliasIds: 1 } },
  { collection: "threads", keys: { moving: 1 }, options: onlyWith("moving") },
  { collection: "threads", keys: { "marking.until": 1 }, options: onlyWith("marking.until") },
  { collection: "sends", keys: { userId: 1, threadId: 1, createdAt: -1, _id: -1 }, options: onlyWith("threadId") },
  { collection: "sends", keys: { uncounted: 1, status: 1, threadId: 1 }, options: onlyWith("uncounted") },
];

/**
 * Gives a state to conversations of versions that had none: open where a person wrote last, else done; unassigned. The sweeper then adds what it
 * finds in their mail to their summaries.
 */
export const threadMigrations: readonly Migration[] = [
  {
    id: "states",
    collection: "threads",
    rows: { state: { $exists: false } },
    change: [
      {
        $set: {
          needsReply: { $and: [{ $eq: ["$lastMessageDirection", "inbound"] }, { $in: ["$lastInboundKind", [...PEOPLES_KINDS]] }] },
          assignedTo: "",
          snoozed: false,
          revision: 1,
        },
      },
      {
        $set: {
          state: { $cond: ["$needsReply", "open", "done"] },
          waitingSince: { $cond: ["$needsReply", "$lastInboundAt", "$$REMOVE"] },
        },
      },
    ],
  },
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
  snoozed: _snoozed,
  firstResponse: _firstResponse,
  news: _news,
  newsAt: _newsAt,
  ...document
}: ThreadDocument): Thread => ({
  ...fromDocument<Thread>(document),
  // In records of older versions it is missing.
  bounced: document.bounced ?? false,
  ...(document.state === undefined && firstWork(document)),
  aliasIds: document.aliasIds.map((id) => id.toHexString()),
});

/** What the list of a row of an older version says, as its migration will (`threadMigrations`). */
const firstWork = ({ lastMessageDirection, lastInboundKind, lastInboundAt }: Pick<ThreadDocument, keyof ThreadSummary>) => {
  const needsReply = lastMessageDirection === "inbound" && PEOPLES_KINDS.includes(lastInboundKind as InboundKind);
  const state: ThreadState = needsReply ? "open" : "done";
  return { state, assignedTo: "", revision: 1, needsReply, ...(needsReply && lastInboundAt && { waitingSince: lastInboundAt }) };
};

/** State, assignee, labels and snooze of a stored conversation. */
export const workOf = (document: ThreadDocument): ThreadWork => {
  const { state, assignedTo, revision } = document.state === undefined ? firstWork(document) : document;
  const { snoozedUntil, labels, decided } = document;
  return { state, assignedTo, revision, ...given({ snoozedUntil, labels, decided }) };
};

/** The update's fields of a change of a conversation's work, with its event; nothing for no change. */
const workFields = (change: WorkChange | undefined, by: ChangedBy) => {
  if (!change) return { set: {}, unset: [] as readonly string[], event: {} };
  const { work, changed } = change;
  if (changed.length === 0) return { set: given({ decided: work.decided }), unset: work.decided ? [] : ["decided"], event: {} };
  const absent = (["snoozedUntil", "labels", "changedBy", "decided"] as const).filter((name) => work[name] === undefined);
  return {
    set: { ...work, snoozed: work.snoozedUntil !== undefined },
    unset: absent,
    event: pushEvents({ type: "thread.changed", facts: { changed: changed.map(snakeCase), by } }),
  };
};

/** The facts and the summary computed from them. */
const described = (facts: ThreadFacts) => {
  const { emailJobId, ...summary } = summaryOf(facts);
  return { facts, ...summary, ...(emailJobId !== undefined && { emailJobId: oid(emailJobId) }) };
};

/** The update that changes only state, assignee, labels or snooze of a conversation; undefined for no change. */
export const workUpdate = (change: WorkChange | undefined, by: ChangedBy) => {
  if (!change) return undefined;
  const { set, unset, event } = workFields(change, by);
  return {
    $set: set,
    $currentDate: { updatedAt: true as const },
    ...(unset.length > 0 && { $unset: Object.fromEntries(unset.map((field) => [field, "" as const])) as Record<string, ""> }),
    $inc: { version: 1 },
    ...event,
  };
};

/** Fields that an update sets, or removes where they are undefined. */
type Changes = { readonly [K in "moving" | "marking"]?: ThreadDocument[K] | undefined };

/**
 * The update that writes new facts, their summary, and the change that new mail makes to state and snooze, with its event. Undefined fields of
 * `changes` are removed. `joined` is the state after a merge with another conversation.
 */
export const factsUpdate = (
  before: ThreadDocument,
  facts: ThreadFacts,
  changes: Changes = {},
  joined?: { readonly change: WorkChange | undefined },
) => {
  const now = described(facts);
  const { change } = joined ?? { change: workAfterMail(workOf(before), before.facts, facts) };
  const work = workFields(change, "mail");
  const firstResponse = before.firstResponse ?? firstResponseIn(before.facts, facts);
  const may = {
    emailJobId: now.emailJobId,
    tags: now.tags,
    lastMessageAt: now.lastMessageAt,
    lastInboundAt: now.lastInboundAt,
    waitingSince: now.waitingSince,
    ...changes,
  };
  const absent = [...work.unset, ...Object.entries(may).flatMap(([field, value]) => (value === undefined ? [field] : []))];
  return {
    $set: { ...now, ...given(changes), ...work.set, ...given({ firstResponse }) },
    $currentDate: { updatedAt: true as const },
    ...(absent.length > 0 && { $unset: Object.fromEntries(absent.map((field) => [field, "" as const])) as Record<string, ""> }),
    $inc: { version: 1 },
    ...work.event,
  };
};

/** A new thread document, dated by the worker's clock. */
export const newThread = (userId: string, mailboxId: string, id = newId(), facts = noFacts): ThreadDocument => {
  const createdAt = workerNow();
  return {
    _id: id,
    userId: oid(userId),
    mailboxId: oid(mailboxId),
    aliasIds: [],
    ...described(facts),
    state: firstState(exchangeOf(facts)),
    snoozed: false,
    assignedTo: "",
    revision: 1,
    createdAt,
    updatedAt: createdAt,
    version: 0,
  } as ThreadDocument;
};
