import type { Filter, ObjectId } from "mongodb";
import { conflict } from "#shared/platform/errors.ts";
import { oid, inMailboxes } from "#shared/platform/mongo/documents.ts";
import { eraseBodies } from "#shared/platform/mongo/moved-bodies.ts";
import type { Transaction } from "#shared/threads/store/thread-documents.ts";
import type { WrittenDraft } from "../ports/acceptance.ts";
import type { Send } from "../send.ts";
import { transitions } from "../transitions.ts";
import { whichMay } from "./apply-transition.ts";
import { type SendDocument, sendsOf, toSend } from "./send-documents.ts";

/** Erases a draft with its words and files, within a transaction; undefined when there is no such one. */
export const eraseDraft = async (
  { database, session }: Transaction,
  which: Filter<SendDocument> & { readonly _id: ObjectId },
): Promise<Send | undefined> => {
  const draft = await sendsOf(database).findOneAndDelete({ ...which, ...whichMay(transitions.editDraft) }, { session });
  if (!draft) return undefined;
  await eraseBodies({ database, session }, "sendBodies", [which._id]);
  await eraseBodies({ database, session }, "sendAttachments", [which._id]);
  return { ...toSend(draft), status: "cancelled" };
};

/** Takes the draft of which emails are accepted, in their transaction. Throws 409 when it was changed, sent or deleted meanwhile. */
export const takeDraft = async (
  transaction: Transaction,
  userId: ObjectId,
  { id, revision, more, mailboxIds }: WrittenDraft,
): Promise<void> => {
  const { database, session } = transaction;
  const which = { _id: oid(id), userId, revision, ...inMailboxes({ mailboxIds }) };
  const found = more
    ? await sendsOf(database).findOne({ ...which, ...whichMay(transitions.editDraft) }, { session, projection: { _id: 1 } })
    : await eraseDraft(transaction, which);
  if (!found) throw conflict("The draft of these emails was changed, sent or deleted meanwhile", "nothing was sent: read it again");
};
