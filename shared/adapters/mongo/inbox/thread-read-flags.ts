import { messagesOf } from "./message-documents.ts";
import { factsUpdate, type ReadFlagChange, type ThreadDocument, threadsOf, type Transaction } from "./thread-documents.ts";
import { spread } from "./thread-merges.ts";

/** How many messages' read flags are set in one step. */
const READ_FLAGS_PER_STEP = 500;

/** Sets the read flag of the thread's next messages that need it; returns how many, 0 at the end. The thread stores the progress. */
export const setSomeReadFlags = async (
  { database, session }: Transaction,
  thread: ThreadDocument,
  change: ReadFlagChange,
): Promise<number> => {
  const { _id, userId, facts, moving } = thread;
  const other = {
    userId,
    threadId: spread(_id, moving),
    isRead: !change.isRead,
    direction: { $exists: false },
    createdAt: { $lte: change.until },
  };
  const found = await messagesOf(database)
    .find(other, { session, projection: { _id: 1 } })
    .limit(READ_FLAGS_PER_STEP)
    .toArray();
  if (found.length > 0) {
    const some = { _id: { $in: found.map((message) => message._id) } };
    await messagesOf(database).updateMany(some, { $set: { isRead: change.isRead } }, { session });
  }
  const more = found.length === READ_FLAGS_PER_STEP;
  const unread = facts.unread + (change.isRead ? -found.length : found.length);
  const update = factsUpdate({ ...facts, unread }, { marking: more ? change : undefined });
  await threadsOf(database).updateOne({ _id, userId }, update, { session });
  return more ? found.length : 0;
};
