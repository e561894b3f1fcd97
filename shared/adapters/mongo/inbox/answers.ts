import type { ObjectId } from "mongodb";
import type { InboundKind } from "../../../domain/mail/read/classify.ts";
import type { Answers } from "../../../domain/sending/ports.ts";
import { cancelReasons, type CancelTrigger, transitions } from "../../../domain/sending/send.ts";
import type { Connect } from "../database.ts";
import { oid } from "../documents.ts";
import { withNews } from "../events/event-documents.ts";
import { sendsOf } from "../sending/send-documents.ts";
import { messagesOf } from "./message-documents.ts";
import type { Transaction } from "./thread-documents.ts";
import { livingThreads } from "./thread-summary.ts";

const kinds: Readonly<Record<Exclude<CancelTrigger, "bounce">, readonly InboundKind[]>> = {
  reply: ["reply", "inbound"],
  auto_reply: ["auto_reply"],
};

/** The ids of threads and of what was merged into them. */
const allIds = async (transaction: Transaction, userId: string, threadIds: readonly string[]): Promise<readonly ObjectId[]> => {
  const threads = [...(await livingThreads(transaction, userId, threadIds)).values()];
  return threads.flatMap(({ _id, aliasIds }) => [_id, ...aliasIds]);
};

/** What of a send's `cancelOn` is stored in MongoDB. */
export const mongoAnswersTo =
  (connect: Connect): Answers["to"] =>
  async ({ userId, threadId, cancelOn = [], answersSince = new Date(0) }) => {
    const database = await connect();
    return database.transaction(async (session) => {
      if (threadId === undefined) return undefined;
      const ids = await allIds({ database, session }, userId, [threadId]);
      const of = { userId: oid(userId), threadId: { $in: [...ids] }, createdAt: { $gte: answersSince } };
      const received = { ...of, direction: { $exists: false }, newcomer: { $exists: false } };
      for (const trigger of cancelOn) {
        const found =
          trigger === "bounce"
            ? await sendsOf(database).findOne({ ...of, bouncedAt: { $exists: true } }, { session })
            : await messagesOf(database).findOne({ ...received, kind: { $in: [...kinds[trigger]] } }, { session });
        if (found) return cancelReasons[trigger];
      }
      return undefined;
    });
  };

/** Cancels what waits in these threads and is cancelled by this, in the transaction that stores what came; answers the ids. */
export const cancelAnswered = async (
  transaction: Transaction,
  userId: string,
  trigger: CancelTrigger,
  threadIds: readonly string[],
): Promise<void> => {
  const { database, session } = transaction;
  const ids = await allIds(transaction, userId, threadIds);
  const status = { $in: [...transitions.cancel.from] };
  const cancelled = { status: transitions.cancel.to, cancelReason: cancelReasons[trigger], ...withNews("send.cancelled") };
  await sendsOf(database).updateMany(
    { userId: oid(userId), threadId: { $in: [...ids] }, cancelOn: trigger, status },
    [{ $set: cancelled }, { $unset: ["dueAt"] }],
    { session },
  );
};
