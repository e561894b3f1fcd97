import type { AnyBulkWriteOperation, ClientSession, Collection, ObjectId } from "mongodb";
import { originalFailed } from "../../../domain/sending/deliver/leave-after-original.ts";
import { transitions } from "../../../domain/sending/send.ts";
import { withNews } from "../events/event-documents.ts";
import { type SendDocument, STEP_MAX, unsent } from "./send-documents.ts";

const ends = [transitions.cancel.to, transitions.fail.to];

const endOf = (original: Pick<SendDocument, "_id" | "status">) =>
  original.status === transitions.cancel.to
    ? { status: transitions.cancel.to, cancelReason: "original", ...withNews("send.cancelled") }
    : { status: transitions.fail.to, lastError: originalFailed(original._id.toHexString()), ...withNews("send.failed") };

/** Ends up to 1,000 of the follow-ups that wait for those of these sends that were cancelled or failed, as they did; answers them as they were (`Sends.endFollowUps`). */
export const endFollowUpsOf = async (
  sends: Collection<SendDocument>,
  userId: ObjectId,
  originalIds: readonly ObjectId[],
  options: { readonly session?: ClientSession } = {},
): Promise<readonly SendDocument[]> => {
  const ended = { _id: { $in: [...originalIds] }, userId, status: { $in: ends } };
  const originals = await sends.find(ended, { projection: { status: 1 }, ...options }).toArray();
  if (originals.length === 0) return [];
  const waiting = { userId, waitsFor: { $in: originals.map(({ _id }) => _id) }, ...unsent };
  const found = await sends.find(waiting, options).limit(STEP_MAX).toArray();
  const updates = originals.flatMap((original): AnyBulkWriteOperation<SendDocument>[] => {
    const those = found.filter(({ waitsFor }) => waitsFor?.equals(original._id)).map(({ _id }) => _id);
    const update = [{ $set: endOf(original) }, { $unset: ["dueAt", "leaseToken", "stage"] }];
    return those.length > 0 ? [{ updateMany: { filter: { userId, _id: { $in: those }, ...unsent }, update } }] : [];
  });
  if (updates.length > 0) await sends.bulkWrite(updates, options);
  return found;
};
