import type { ObjectId } from "mongodb";
import type { SendDocument } from "#shared/sending/store/send-documents.ts";
import type { Transaction } from "#shared/threads/store/thread-documents.ts";
import { peopleOf, sequencesOf } from "./sequences.ts";

/** These sends without steps of deleted sequences and of people who were removed, to whom nothing comes back. */
export const withoutRemoved = async (
  { database, session }: Transaction,
  userId: ObjectId,
  sends: readonly SendDocument[],
): Promise<readonly SendDocument[]> => {
  const steps = sends.filter((send) => send.sequenceId !== undefined);
  if (steps.length === 0) return sends;
  const deleted = { _id: { $in: steps.map((send) => send.sequenceId!) }, userId, deletedAt: { $exists: true } };
  const people = {
    userId,
    sequenceId: { $in: steps.map((send) => send.sequenceId!) },
    email: { $in: steps.map(({ toEmail }) => toEmail.toLowerCase()) },
    removedAt: { $exists: true },
  };
  const sequences = await sequencesOf(database)
    .find(deleted, { session, projection: { _id: 1 } })
    .toArray();
  const removed = await peopleOf(database)
    .find(people, { session, projection: { sendIds: 1 } })
    .toArray();
  const gone = new Set([...sequences.map(({ _id }) => _id.toHexString()), ...removed.flatMap(({ sendIds }) => sendIds)]);
  return sends.filter(({ _id, sequenceId }) => !gone.has(_id.toHexString()) && !gone.has(sequenceId?.toHexString() ?? ""));
};
