import { messagesOf } from "./message-documents.ts";
import { factsUpdate, type Mark, type ThreadDocument, threadsOf, type Transaction } from "./thread-documents.ts";
import { spread } from "./thread-merges.ts";

/** Messages that are marked in one step. */
const MARKS_PER_STEP = 500;

/** Marks the next messages of a thread that are not as they shall be; answers how many, 0 when all are. The thread remembers what is left. */
export const markSome = async ({ database, session }: Transaction, thread: ThreadDocument, mark: Mark): Promise<number> => {
  const { _id, userId, facts, moving } = thread;
  const other = {
    userId,
    threadId: spread(_id, moving),
    isRead: !mark.isRead,
    direction: { $exists: false },
    createdAt: { $lte: mark.until },
  };
  const found = await messagesOf(database)
    .find(other, { session, projection: { _id: 1 } })
    .limit(MARKS_PER_STEP)
    .toArray();
  if (found.length > 0) {
    const some = { _id: { $in: found.map((message) => message._id) } };
    await messagesOf(database).updateMany(some, { $set: { isRead: mark.isRead } }, { session });
  }
  const more = found.length === MARKS_PER_STEP;
  const unread = facts.unread + (mark.isRead ? -found.length : found.length);
  const update = factsUpdate({ ...facts, unread }, { marking: more ? mark : undefined });
  await threadsOf(database).updateOne({ _id, userId }, update, { session });
  return more ? found.length : 0;
};
