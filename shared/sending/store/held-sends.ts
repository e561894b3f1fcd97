import type { ClientSession, ObjectId } from "mongodb";
import { recordIn } from "#shared/accounts/store/audit-log.ts";
import { walletsOf } from "#shared/accounts/store/users.ts";
import { mailSince, newerThan } from "#shared/inbox/store/answers.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { invalid } from "#shared/platform/errors.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { eraseBodies } from "#shared/platform/mongo/moved-bodies.ts";
import { currentThreads } from "#shared/threads/store/thread-summary.ts";
import { threadsOf, type Transaction } from "#shared/threads/store/thread-documents.ts";
import type { Draft } from "../ports/acceptance.ts";
import type { Approval, Approving, HeldSends } from "../ports/held-sends.ts";
import type { Send } from "../send.ts";
import { type Change, transitions } from "../transitions.ts";
import { chargeFor } from "./charge.ts";
import { contactLimitOf, judgeContacts } from "./contacts.ts";
import { putInThread, rewrittenBy, updateBy, whichMay } from "./apply-transition.ts";
import { attachmentsDocuments, bodyDocument, sendAttachmentsOf, sendBodiesOf, sendDocument, sendsOf, toSend } from "./send-documents.ts";

/** The fields of a send that an edit writes; a field that the new draft lacks is removed. */
const WRITTEN = [
  "mailboxId",
  "chosenBecause",
  "ipId",
  "fromEmail",
  "fromName",
  "toEmail",
  "toName",
  "cc",
  "bcc",
  "attachments",
  "bodyBytes",
  "replyTo",
  "replyToName",
  "subject",
  "headers",
  "scheduledAt",
  "sendBefore",
  "sendAt",
  "scheduledAfter",
  "window",
  "undoFor",
  "goesFirst",
  "cancelOn",
  "cancelOnUnknown",
  "onAway",
  "answersSince",
  "messageId",
  "metadata",
  "tags",
  "holdUntil",
  "by",
] as const satisfies readonly (keyof Send)[];

/** Replaces the bodies and files of a send; what has left the database is erased there, too. */
const rewriteBodies = async (database: Database, session: ClientSession, draft: Draft): Promise<void> => {
  const _id = oid(draft.send.id);
  await eraseBodies({ database, session }, "sendBodies", [_id]);
  await eraseBodies({ database, session }, "sendAttachments", [_id]);
  await sendBodiesOf(database).insertOne(bodyDocument(draft), { session });
  const attached = attachmentsDocuments(draft);
  if (attached.length > 0) await sendAttachmentsOf(database).insertMany(attached, { session });
};

/** Ends the transaction of an approval that is refused. */
class Refused extends Error {
  readonly outcome: Exclude<Approving, { kind: "approved" }>;
  constructor(outcome: Exclude<Approving, { kind: "approved" }>) {
    super("the approval is refused");
    this.outcome = outcome;
  }
}

/** The wait of a follow-up for its parent is kept: it is not tried before that is due. */
const leaving = (
  { at, hash, by, notBefore, evenIfAnswered }: Approval,
  now: Date,
  { cancelOn, draft }: Pick<Send, "cancelOn" | "draft">,
): Change => ({
  set: {
    approvedHash: hash,
    approvedBy: by,
    scheduledAt: at,
    ...(at && { dueAt: at }),
    ...(!at && notBefore && notBefore > now && { dueAt: notBefore }),
    // Whoever lets it leave in spite of an answer has seen that answer.
    ...(evenIfAnswered && cancelOn && { answersSince: now }),
  },
  // What was a draft until now is an email as if it were accepted now.
  ...(draft && { compute: { createdAt: "now" as const } }),
  clear: at ? [] : ["scheduledAt"],
});

/** What an approved draft becomes: its editor's state is forgotten, and its conversation has it. */
const endWriting = async ({ database, session }: Transaction, { id, userId, threadId }: Send): Promise<void> => {
  const mine = { _id: oid(id), userId: oid(userId) };
  await sendBodiesOf(database).updateOne(mine, { $unset: { draftState: "" } }, { session });
  if (threadId === undefined) return;
  const thread = (await currentThreads({ database, session }, userId, [threadId])).get(threadId);
  if (thread) await sendsOf(database).updateOne(mine, putInThread(thread._id), { session });
};

/**
 * Refuses an email whose conversation has something newer than its approver has seen; who does not say that has seen what the revision's writer had,
 * and is stopped by mail of a verified sender alone.
 */
const refuseAnswered = async (transaction: Transaction, send: Send, { ifLastMessageId }: Approval): Promise<void> => {
  const { userId, threadId, revisedAt } = send;
  const { database, session } = transaction;
  const unknown = () => invalid({ field: "ifLastMessageId", message: "is no message of this conversation" });
  if (threadId === undefined) {
    if (ifLastMessageId !== undefined) throw unknown();
    return;
  }
  const thread = (await currentThreads(transaction, userId, [threadId])).get(threadId);
  // A page of mail that is being stored, and another answer, write to its conversation, too: one of the two sees the other.
  if (thread) await threadsOf(database).updateOne({ _id: thread._id, userId: oid(userId) }, { $inc: { version: 1 } }, { session });
  if (ifLastMessageId === undefined) {
    const messageId = revisedAt && (await mailSince(transaction, userId, threadId, revisedAt));
    if (messageId !== undefined) throw new Refused({ kind: "answered", messageId });
    return;
  }
  const { isThere, id: messageId } = await newerThan(transaction, userId, threadId, ifLastMessageId, send.id);
  if (!isThere) throw unknown();
  if (messageId !== undefined) throw new Refused({ kind: "answered", messageId });
};

const approveIn = async (
  database: Database,
  session: ClientSession,
  ids: { readonly userId: ObjectId; readonly _id: ObjectId },
  approval: Approval,
): Promise<Approving> => {
  const { revision, at, evenIfAnswered, entry, contactTenant } = approval;
  const now = await databaseNow(database);
  const move = at ? transitions.approve : transitions.approveNow;
  const those = { ...ids, ...whichMay(move), revision };
  const before = await sendsOf(database).findOne(those, { session });
  if (!before?.holdUntil || before.holdUntil <= now) throw new Refused({ kind: "changed" });
  const send = toSend(before);
  if (!evenIfAnswered) await refuseAnswered({ database, session }, send, approval);
  const place = { database, session, userId: ids.userId };
  const limit = contactTenant === undefined ? undefined : await contactLimitOf(place);
  const asking = contactTenant === undefined ? [] : [{ send: { ...send, scheduledAt: at ?? now }, tenant: contactTenant }];
  const contacts = limit && (await judgeContacts(place, limit, asking));
  const contacted = contacts?.refused.get(send.id);
  if (contacted) throw new Refused({ kind: "contacted", contacted });
  await contacts?.count(asking);
  const unpaid = await chargeFor(database, session, ids.userId, send.id);
  if (unpaid) throw new Refused({ kind: "unpaid", waitSeconds: unpaid.waitSeconds });
  const after = await sendsOf(database).findOneAndUpdate(those, updateBy(move, leaving(approval, now, send)), {
    session,
    returnDocument: "after",
  });
  if (!after) throw new Refused({ kind: "changed" });
  if (send.draft) await endWriting({ database, session }, send);
  await recordIn(database, entry, session);
  return { kind: "approved", send: toSend(after) };
};

/** The emails that wait for approval, in MongoDB. */
export const mongoHeldSends = (connect: Connect): HeldSends => ({
  edit: async (draft, revision, heldBy) => {
    const database = await connect();
    const { id, userId } = draft.send;
    const move = draft.send.draft ? transitions.editDraft : transitions.edit;
    return database.transaction(async (session) => {
      const those = {
        _id: oid(id),
        userId: oid(userId),
        ...whichMay(move),
        revision,
        ...(heldBy !== undefined && { heldBy }),
        $expr: { $gt: ["$holdUntil", "$$NOW"] },
      };
      // A deletion of the mailbox writes to the wallet, too: one of the two sees the other.
      await walletsOf(database).updateOne({ _id: oid(userId) }, { $currentDate: { heldAt: true } }, { session });
      const update = rewrittenBy(move, WRITTEN, sendDocument(draft.send));
      const after = await sendsOf(database).findOneAndUpdate(those, update, { session, returnDocument: "after" });
      if (!after) return undefined;
      await rewriteBodies(database, session, draft);
      return toSend(after);
    });
  },
  approve: async (userId, id, approval) => {
    const database = await connect();
    const ids = { _id: oid(id), userId: oid(userId) };
    try {
      return await database.transaction((session) => approveIn(database, session, ids, approval));
    } catch (error) {
      if (error instanceof Refused) return error.outcome;
      throw error;
    }
  },
});
