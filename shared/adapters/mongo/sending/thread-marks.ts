import type { Document, ObjectId } from "mongodb";
import type { SendUpdate } from "./apply-transition.ts";

const mark = (...stages: readonly Document[]) => stages as Document[] as SendUpdate;

/** Puts a send into a conversation whose summary does not count it yet. The conversation does not affect delivery, so this is no move. */
export const standsIn = (threadId: ObjectId): SendUpdate => mark({ $set: { threadId, uncounted: true } });

/** Marks that the summary of its conversation counts it. */
export const countedIn = (threadId: ObjectId): SendUpdate => mark({ $set: { threadId } }, { $unset: ["uncounted"] });

/** Removes it from its conversation, which is erased. */
export const standsInNone: SendUpdate = mark({ $unset: ["threadId", "uncounted"] });
