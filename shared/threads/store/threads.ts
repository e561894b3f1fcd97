import type { Filter, ObjectId } from "mongodb";
import { COUNTED_MAX, type CountedGroup, countsOf } from "../thread-counts.ts";
import { noFacts } from "../thread-facts.ts";
import { StaleThread, type ThreadFilter, type Threads, UNREAD_COUNTED } from "../ports.ts";
import type { Thread, ThreadState } from "../thread.ts";
import { workAsAsked } from "../thread-state.ts";
import type { Page } from "#shared/platform/ports.ts";
import { workerNow } from "#shared/platform/world.ts";
import { type Connect, databaseNow } from "#shared/platform/mongo/database.ts";
import { given, newId, oid, inMailboxes, joinedPage, pageOf } from "#shared/platform/mongo/documents.ts";
import { type SendDocument, sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import { putInThread } from "#shared/sending/store/apply-transition.ts";
import { beginThreads, addToThreads, currentThreads } from "./thread-summary.ts";
import { NOT_SHOWN, type ThreadDocument, threadsOf, toThread, type Transaction, workOf, workUpdate } from "./thread-documents.ts";
import { setSomeReadFlags, spread } from "./thread-merges.ts";
import { RESPONSES_MAX, type Pending, type Response, type ResponseFigures } from "../response-times.ts";

/** Steps of marking a thread within a request; the sweeper does the rest. */
const READ_FLAG_STEPS = 4;

const states: readonly ThreadState[] = ["open", "waiting", "done"];
const both = { $in: [true, false] };
const kinds: readonly Thread["lastInboundKind"][] = ["", "reply", "inbound", "bulk", "bounce", "auto_reply"];

/** The conditions on what a team says of conversations. */
const workQuery = ({ state, snoozed, needsReply, assignedTo, label, order }: ThreadFilter): Filter<ThreadDocument> => ({
  ...given({ assignedTo, labels: label }),
  ...(order === "waiting" && { ...given({ state, snoozed, needsReply }), waitingSince: { $gte: new Date(0) } }),
  ...(order !== "waiting" &&
    (state !== undefined || needsReply !== undefined || snoozed !== undefined) && {
      state: state ?? { $in: [...states] },
      snoozed: snoozed ?? both,
      needsReply: needsReply ?? both,
    }),
});

/** The filter of a list. A filter on one field of an index lists all values of its other fields, so that rows come in order. */
export const threadQuery = (
  userId: string,
  { mailboxId, mailboxIds, emailJobId, tag, participant, unread, kind, lastMessageDirection, since, before, ...work }: ThreadFilter,
): Filter<ThreadDocument> => ({
  userId: oid(userId),
  ...inMailboxes({ mailboxId, mailboxIds }),
  ...given({
    emailJobId: emailJobId === undefined ? undefined : oid(emailJobId),
    tags: tag,
    participants: participant?.toLowerCase(),
    lastMessageDirection,
  }),
  ...((kind !== undefined || unread !== undefined || lastMessageDirection !== undefined) && {
    lastInboundKind: kind ?? { $in: [...kinds] },
    ...((unread !== undefined || lastMessageDirection === undefined) && { unread: unread ?? { $in: [true, false] } }),
  }),
  ...workQuery(work),
  // A conversation in which nothing was received or sent has no latest message, so it is not listed.
  lastMessageAt: given({ $gte: since ?? new Date(0), $lt: before }),
});

/** The conversations in MongoDB. */
export const mongoThreads = (connect: Connect): Threads => {
  const find = async (userId: string, id: string) => {
    const threads = threadsOf(await connect());
    const one = (of: Filter<ThreadDocument>) => threads.findOne({ ...of, userId: oid(userId) }, { projection: NOT_SHOWN });
    return (await one({ _id: oid(id) })) ?? one({ aliasIds: oid(id) });
  };
  return {
    find: async (userId, id) => {
      const found = await find(userId, id);
      return found ? toThread(found) : undefined;
    },
    list: async (userId, filter, page) => {
      const database = await connect();
      const among = filter.ids && { _id: { $in: filter.ids.map(oid) } };
      const query = { ...threadQuery(userId, filter), ...among };
      const [by, order] = filter.order === "waiting" ? (["waitingSince", "oldest"] as const) : (["lastMessageAt", "newest"] as const);
      const read = (some: object, part: Page) =>
        pageOf(threadsOf(database), { ...query, ...some }, by, part, order)
          .project<ThreadDocument>(NOT_SHOWN)
          .toArray();
      return (await joinedPage<ThreadDocument>(filter, by, page, read, order)).map(toThread);
    },
    countUnread: async (userId, mailboxIds) => {
      if (mailboxIds?.length === 0) return 0;
      const query = threadQuery(userId, { unread: true, mailboxIds });
      return threadsOf(await connect()).countDocuments(query, { limit: UNREAD_COUNTED });
    },
    counts: async (userId, mailboxIds) => {
      if (mailboxIds?.length === 0) return countsOf([], 0);
      const threads = threadsOf(await connect());
      const key = { state: "$state", snoozed: "$snoozed", needsReply: "$needsReply", assignedTo: "$assignedTo", labels: "$labels" };
      const [groups, done] = await Promise.all([
        threads
          .aggregate<{
            _id: Omit<CountedGroup, "count" | "labels" | "mailboxId"> & { labels?: string[] | null; mailboxId: ObjectId };
            count: number;
          }>([
            { $match: { ...threadQuery(userId, { mailboxIds }), state: { $in: ["open", "waiting"] } } },
            { $limit: COUNTED_MAX },
            { $group: { _id: { ...key, mailboxId: "$mailboxId" }, count: { $sum: 1 } } },
          ])
          .toArray(),
        threads.countDocuments(threadQuery(userId, { mailboxIds, state: "done" }), { limit: COUNTED_MAX + 1 }),
      ]);
      return countsOf(
        groups.map(({ _id: { labels, mailboxId, ...group }, count }) => ({
          ...group,
          labels: labels ?? [],
          mailboxId: String(mailboxId),
          count,
        })),
        done,
      );
    },
    sends: async (userId, thread, limit) => {
      const database = await connect();
      const of = { userId: oid(userId), threadId: spread(oid(thread.id), thread.aliasIds.map(oid)) };
      const rows = sendsOf(database).find({ ...of, status: { $ne: "cancelled" }, draft: { $exists: false } });
      return (await rows.sort({ createdAt: -1, _id: -1 }).limit(limit).toArray()).map(toSend).toReversed();
    },
    ofSend: async (userId, { id }) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const send = await sendsOf(database).findOne({ _id: oid(id), userId: oid(userId) }, { session });
        if (!send) throw new Error("the send of a thread does not exist");
        return send.threadId ? String(send.threadId) : begin({ database, session }, send);
      });
    },
    change: async (userId, id, request, revision) => {
      const database = await connect();
      return database.transaction(async (session) => {
        const thread = (await currentThreads({ database, session }, userId, [id])).get(id);
        if (!thread) return undefined;
        if (revision !== undefined && revision !== workOf(thread).revision) throw new StaleThread(toThread(thread));
        const update = workUpdate(workAsAsked(workOf(thread), request, workerNow()), "api");
        if (!update) return toThread(thread);
        const own = { _id: thread._id, userId: thread.userId };
        const changed = await threadsOf(database).findOneAndUpdate(own, update, {
          session,
          returnDocument: "after",
          projection: NOT_SHOWN,
        });
        return changed ? toThread(changed) : undefined;
      });
    },
    setRead: async (userId, id, isRead) => {
      const database = await connect();
      const change = { isRead, until: await databaseNow(database) };
      const step = () =>
        database.transaction(async (session) => {
          const thread = (await currentThreads({ database, session }, userId, [id])).get(id);
          return thread && setSomeReadFlags({ database, session }, thread, change);
        });
      for (let left = READ_FLAG_STEPS, marked: number | undefined = 1; left > 0 && marked; left--) marked = await step();
      const found = await find(userId, id);
      return found ? toThread(found) : undefined;
    },
  };
};

/** Creates the thread of a stored send. */
const begin = async (transaction: Transaction, send: SendDocument): Promise<string> => {
  const { database, session } = transaction;
  const threadId = newId();
  await beginThreads(transaction, [{ ...send, threadId }]);
  await sendsOf(database).updateOne({ _id: send._id, userId: send.userId }, putInThread(threadId), { session });
  await addToThreads(transaction, String(send.userId), new Map([[String(threadId), noFacts]]));
  return String(threadId);
};

const toResponse = ({ firstResponse, mailboxId, assignedTo, labels = [] }: ThreadDocument): Response => ({
  ...firstResponse!,
  mailboxId: String(mailboxId),
  assignedTo,
  labels,
});

/** First answers and their conversations in MongoDB. */
export const mongoResponseFigures = (connect: Connect): ResponseFigures => ({
  responses: async (userId, { since, before, mailboxIds }) => {
    if (mailboxIds?.length === 0) return [];
    const answered = { userId: oid(userId), "firstResponse.answeredAt": { $gte: since, $lt: before }, ...inMailboxes({ mailboxIds }) };
    const projection = { firstResponse: 1, mailboxId: 1, assignedTo: 1, labels: 1 } as const;
    const found = threadsOf(await connect()).find(answered, { projection });
    return (await found.sort({ "firstResponse.answeredAt": -1 }).limit(RESPONSES_MAX).toArray()).map(toResponse);
  },
  pending: async (userId, mailboxIds) => {
    if (mailboxIds?.length === 0) return [];
    const query = { ...threadQuery(userId, { mailboxIds }), state: { $in: ["open", "waiting"] as Pending["state"][] } };
    const projection = { state: 1, waitingSince: 1, lastMessageAt: 1 } as const;
    const found = await threadsOf(await connect())
      .find(query, { projection })
      .limit(RESPONSES_MAX)
      .toArray();
    return found.map(({ state, waitingSince, lastMessageAt }) => ({
      state: state as Pending["state"],
      since: waitingSince ?? lastMessageAt ?? new Date(0),
    }));
  },
});
