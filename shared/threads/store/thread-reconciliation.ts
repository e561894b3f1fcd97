import { isDeepStrictEqual } from "node:util";
import { type Filter, ObjectId } from "mongodb";
import { noFacts, type ThreadFacts } from "../thread-facts.ts";
import type { ThreadReconciliation } from "../ports.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { type DueRecords, whatIsDue, whatWaits } from "#shared/platform/mongo/due-records.ts";
import { type SendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { GIVEN_UP_MS } from "../reconcile-threads.ts";
import { workAfterSnooze } from "../thread-state.ts";
import { factsUpdate, NOT_SHOWN, type ThreadDocument, threadsOf, workOf, workUpdate } from "./thread-documents.ts";
import { setSomeReadFlags, MOVES_PER_STEP, moveBatch } from "./thread-merges.ts";
import { addToThreads, recount } from "./thread-summary.ts";

/** How many sends are searched at a time. */
const SENDS_AT_MOST = 500;
/** How many threads are checked at a time. */
const CHECKED_AT_MOST = 20;
/** How many snoozes end in one step; the next minute's sweep ends the rest. */
const SNOOZES_AT_MOST = 500;
/** Longer threads are not checked: recomputing them takes too long for one step. */
const CHECKED_MESSAGES_MAX = 1000;

/** Below every id. */
const ANY_ID = new ObjectId("0".repeat(24));

/** Conversations whose snooze has ended. */
export const endedSnoozes: DueRecords = { collection: "threads", at: "snoozedUntil", leftMs: 0, inWorld: "moment" };
/** Sent emails that the summary of their conversation does not count. */
export const uncountedSends: DueRecords = {
  collection: "sends",
  where: { uncounted: true, status: "sent" } satisfies Filter<SendDocument>,
  at: "sentAt",
  leftMs: GIVEN_UP_MS,
  inWorld: "end",
};
/** Conversations whose merge has not reached every message. */
export const openMerges: DueRecords = {
  collection: "threads",
  where: { moving: { $gte: ANY_ID } } satisfies Filter<ThreadDocument>,
  leftMs: 0,
  inWorld: "end",
};
/** Conversations whose read flag has not reached every message. */
export const openMarkings: DueRecords = {
  collection: "threads",
  where: { "marking.until": { $gte: new Date(0) } } satisfies Filter<ThreadDocument>,
  leftMs: 0,
  inWorld: "end",
};

/** The progress of checking all threads. */
interface CheckDocument {
  _id: "threads";
  after?: ObjectId;
}
const checksOf = (database: Database) => database.collection<CheckDocument>("checks");

/** Thread reconciliation in MongoDB. */
export const mongoThreadReconciliation = (connect: Connect): ThreadReconciliation => ({
  countSent: async (before) => {
    const database = await connect();
    const sends = await sendsOf(database)
      .find(whatIsDue(uncountedSends, before), { projection: { userId: 1, threadId: 1 } })
      .limit(SENDS_AT_MOST)
      .toArray();
    for (const [userId, group] of Map.groupBy(sends, (send) => String(send.userId))) {
      const additions = new Map(group.map(({ threadId }) => [String(threadId), noFacts]));
      await database.transaction((session) => addToThreads({ database, session }, userId, additions));
    }
    return sends.length;
  },
  endSnoozes: async () => {
    const database = await connect();
    const now = await databaseNow(database);
    const due = whatIsDue<ThreadDocument>(endedSnoozes, now);
    const found = await threadsOf(database).find(due, { projection: NOT_SHOWN }).limit(SNOOZES_AT_MOST).toArray();
    const changes = found.flatMap((thread) => {
      const { _id, userId, revision } = thread;
      const update = workUpdate(workAfterSnooze(workOf(thread)), "clock");
      return update ? [{ updateOne: { filter: { _id, userId, revision, ...due }, update } }] : [];
    });
    if (changes.length > 0) await threadsOf(database).bulkWrite(changes);
    return found.map(({ _id }) => String(_id));
  },
  goOn: async () => {
    const database = await connect();
    const threads = threadsOf(database);
    const merged = await threads.findOne(whatWaits(openMerges), { projection: { _id: 1 } });
    const marked = merged ? undefined : await threads.findOne(whatWaits(openMarkings), { projection: { _id: 1 } });
    const next = merged ?? marked;
    if (!next) return false;
    await database.transaction(async (session) => {
      const thread = await threads.findOne({ _id: next._id }, { session });
      if (thread?.moving) await moveBatch({ database, session }, thread, MOVES_PER_STEP);
      else if (thread?.marking) await setSomeReadFlags({ database, session }, thread, thread.marking);
    });
    return true;
  },
  check: async () => {
    const database = await connect();
    const checks = checksOf(database);
    const { after } = (await checks.findOne({ _id: "threads" })) ?? {};
    const ids = await threadsOf(database)
      .find(after ? { _id: { $gt: after } } : {}, { projection: { _id: 1 } })
      .sort({ _id: 1 })
      .limit(CHECKED_AT_MOST)
      .toArray();
    const wrong: string[] = [];
    for (const { _id } of ids) if (await repair(database, _id)) wrong.push(String(_id));
    const last = ids.length < CHECKED_AT_MOST ? undefined : ids.at(-1)?._id;
    await checks.updateOne({ _id: "threads" }, last ? { $set: { after: last } } : { $unset: { after: "" } }, { upsert: true });
    return wrong;
  },
});

/** Recomputes a thread; true when it was wrong. */
const repair = (database: Database, id: ObjectId): Promise<boolean> =>
  database.transaction(async (session) => {
    const thread = await threadsOf(database).findOne({ _id: id }, { session });
    const facts = thread && (await recount({ database, session }, thread, CHECKED_MESSAGES_MAX));
    if (!thread || !facts || isDeepStrictEqual(facts, thread.facts)) return false;
    await threadsOf(database).updateOne({ _id: id }, factsUpdate(thread, facts), { session });
    return !isDeepStrictEqual(told(facts), told(thread.facts));
  });

/** Threads of older versions lack their tags, and who wrote when: those are filled in here, and it is no fault. */
const told = ({ tags: _tags, exchange: _exchange, ...facts }: ThreadFacts) => facts;
