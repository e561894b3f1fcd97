import type { ObjectId } from "mongodb";
import { cancellingKinds, provingThreadRules } from "../../../domain/inbox/store/cancels.ts";
import type { WaitingSends } from "../../../domain/inbox/ports/open-page.ts";
import type { Answers } from "../../../domain/sending/ports/answers.ts";
import { type CancelReason, cancelReasons } from "../../../domain/sending/send.ts";
import { transitions } from "../../../domain/sending/transitions.ts";
import type { Connect } from "../database.ts";
import { oid } from "../documents.ts";
import { updateBy, whichMay } from "../sending/apply-transition.ts";
import { endFollowUpsOf } from "../sending/follow-ups.ts";
import { sendsOf, toSend } from "../sending/send-documents.ts";
import { messagesOf } from "./message-documents.ts";
import type { Transaction } from "./thread-documents.ts";
import { livingThreads } from "./thread-summary.ts";

/** The ids of threads and of what was merged into them. */
const allIds = async (transaction: Transaction, userId: string, threadIds: readonly string[]): Promise<readonly ObjectId[]> => {
  const threads = [...(await livingThreads(transaction, userId, threadIds)).values()];
  return threads.flatMap(({ _id, aliasIds }) => [_id, ...aliasIds]);
};

/** An unverified sender's mail that holds an id of ours. */
const provenAnswer = { emailJobId: { $exists: true }, "explanation.threadRule": { $in: [...provingThreadRules] } };
/** What came back by a report with an id of ours, or by a version that did not distinguish the two. */
const provenBounce = [{ bounces: { $exists: false } }, { bounces: { $elemMatch: { unproven: { $exists: false as const } } } }] as const;

/** What of a send's `cancelOn` is stored in MongoDB. */
export const mongoAnswersTo =
  (connect: Connect): Answers["to"] =>
  async (send) => {
    const database = await connect();
    return database.transaction((session) => answersTo({ database, session }, send));
  };

/** The same within a transaction. */
const answersTo = async (
  transaction: Transaction,
  { userId, threadId, cancelOn = [], answersSince = new Date(0) }: Parameters<Answers["to"]>[0],
): Promise<CancelReason | undefined> => {
  if (threadId === undefined) return undefined;
  const { database, session } = transaction;
  const ids = await allIds(transaction, userId, [threadId]);
  const of = { userId: oid(userId), threadId: { $in: [...ids] }, createdAt: { $gte: answersSince } };
  const received = { ...of, direction: { $exists: false }, $or: [{ newcomer: { $exists: false } }, provenAnswer] };
  for (const trigger of cancelOn) {
    const found =
      trigger === "bounce"
        ? await sendsOf(database).findOne({ ...of, bouncedAt: { $exists: true }, $or: [...provenBounce] }, { session })
        : await messagesOf(database).findOne({ ...received, kind: { $in: [...cancellingKinds[trigger]] } }, { session });
    if (found) return cancelReasons[trigger];
  }
  return undefined;
};

/** The sends that wait for an answer, within a transaction. */
export const waitingSends = (transaction: Transaction, user: string): WaitingSends => {
  const { database, session } = transaction;
  const [sends, userId] = [sendsOf(database), oid(user)];
  return {
    cancel: async (threadIds, trigger) => {
      const ids = await allIds(transaction, user, threadIds);
      const waiting = { userId, cancelOn: trigger, ...whichMay(transitions.cancel) };
      const found = await sends.find({ ...waiting, threadId: { $in: [...ids] } }, { session, projection: { _id: 1 } }).toArray();
      const those = { ...waiting, _id: { $in: found.map(({ _id }) => _id) } };
      const cancelled = updateBy(transitions.cancel, { set: { cancelReason: cancelReasons[trigger] } });
      if (found.length > 0) await sends.updateMany(those, cancelled, { session });
      return found.map(({ _id }) => _id.toHexString());
    },
    endFollowUps: async (ids) => (await endFollowUpsOf(sends, userId, ids.map(oid), { session })).map(({ _id }) => _id.toHexString()),
  };
};

/** So many follow-ups of follow-ups come back at once. */
const LEVELS_MAX = 20;

/**
 * Brings back what waited in these threads, was cancelled by a message and would not be any more, with what followed it, as far as its time
 * has not come: whoever would have left by now stays cancelled.
 */
export const restoreCancelled = async (transaction: Transaction, userId: string, threadIds: readonly string[]): Promise<void> => {
  const { database, session } = transaction;
  const sends = sendsOf(database);
  const ahead = { userId: oid(userId), ...whichMay(transitions.restore), $expr: { $gt: ["$scheduledAt", "$$NOW"] } };
  const ids = await allIds(transaction, userId, threadIds);
  const byMessages = { cancelReason: { $in: Object.values(cancelReasons) }, threadId: { $in: [...ids] } };
  let found = await sends.find({ ...ahead, ...byMessages }, { session }).toArray();
  for (let level = 0; level < LEVELS_MAX && found.length > 0; level += 1) {
    const restored = [];
    for (const send of found) if ((await answersTo(transaction, toSend(send))) === undefined) restored.push(send._id);
    const update = [{ $set: { dueAt: "$scheduledAt" } }, ...updateBy(transitions.restore)];
    if (restored.length > 0) await sends.updateMany({ _id: { $in: restored }, ...ahead }, update, { session });
    found = await sends.find({ ...ahead, cancelReason: "original", waitsFor: { $in: restored } }, { session }).toArray();
  }
};
