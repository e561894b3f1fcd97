import type { ClientSession, ObjectId } from "mongodb";
import { parentFailed } from "../../../domain/sending/deliver/wait-for-parent.ts";
import { transitions } from "../../../domain/sending/transitions.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { type SendCollection, type SendDocument, STEP_MAX } from "./send-documents.ts";

const { cancel, failUnsent } = transitions;
const ends = [cancel.to, failUnsent.to];

/** A follow-up ends in the same state as its parent. */
const endWith = (parent: Pick<SendDocument, "_id" | "status">) =>
  parent.status === cancel.to
    ? updateBy(cancel, { set: { cancelReason: "original" } })
    : updateBy(failUnsent, { set: { lastError: parentFailed(parent._id.toHexString()) } });

/**
 * Ends up to 1,000 waiting follow-ups of parents that were cancelled or failed, in the same way; returns them as they were before
 * (`Sends.endFollowUps`).
 */
export const endFollowUpsOf = async (
  sends: SendCollection,
  userId: ObjectId,
  parentIds: readonly ObjectId[],
  options: { readonly session?: ClientSession } = {},
): Promise<readonly SendDocument[]> => {
  const ended = { _id: { $in: [...parentIds] }, userId, status: { $in: ends } };
  const parents = await sends.find(ended, { projection: { status: 1 }, ...options }).toArray();
  if (parents.length === 0) return [];
  const waiting = { userId, waitsFor: { $in: parents.map(({ _id }) => _id) }, ...whichMay(cancel) };
  const found = await sends.find(waiting, options).limit(STEP_MAX).toArray();
  const updates = parents.flatMap((parent) => {
    const those = found.filter(({ waitsFor }) => waitsFor?.equals(parent._id)).map(({ _id }) => _id);
    const filter = { userId, _id: { $in: those }, ...whichMay(cancel) };
    return those.length > 0 ? [{ updateMany: { filter, update: endWith(parent) } }] : [];
  });
  if (updates.length > 0) await sends.bulkWrite(updates, options);
  return found;
};
