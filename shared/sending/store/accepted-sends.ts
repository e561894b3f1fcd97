import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClientSession, Collection, Document } from "mongodb";
import { creditEvents } from "#shared/accounts/credits.ts";
import { disconnected } from "../waiting.ts";
import {
  type Accepted,
  acceptedOf,
  firstEmailsOf,
  type Draft,
  type AcceptedSends,
  type Enrolment,
  type SavedAnswer,
  type WrittenDraft,
} from "../ports/acceptance.ts";
import type { Send } from "../send.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { invalid, Refusal } from "#shared/platform/errors.ts";
import { eventAtInsert, pushEvents } from "#shared/events/store/event-documents.ts";
import { saveAnswer } from "#shared/accounts/store/requests.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { judgeContacts } from "./contacts.ts";
import { attachmentsDocuments, bodyDocument, sendAttachmentsOf, sendBodiesOf, sendDocument, sendsOf } from "./send-documents.ts";
import { beginThreads, currentThreads } from "#shared/threads/store/thread-summary.ts";
import { threadsOf, type Transaction } from "#shared/threads/store/thread-documents.ts";
import { ledgerOf, walletsOf } from "#shared/accounts/store/users.ts";
import { chargeOf, type Charged, nothing, roomForHeld, chargeAgain, chargeWhole } from "./charge.ts";

/** Ends a transaction in which the limit of contacts refused everything: nothing of it is written. */
class NoneAccepted extends Error {
  readonly outcome: Accepted;
  constructor(outcome: Accepted) {
    super("all were contacted recently");
    this.outcome = outcome;
  }
}

/** Longer than any request lasts, ms: a mailbox deleted before that was missing already when the request looked for it. */
const REQUEST_LASTS_MS = 3_600_000;

/**
 * Refuses sends through a mailbox that has been deleted meanwhile. Deleting writes to the wallet, as the charge before this did, so one of the two
 * sees the other.
 */
const refuseDeleted = async (database: Database, session: ClientSession, drafts: readonly Draft[]): Promise<void> => {
  const ids = new Set(drafts.map(({ send }) => send.mailboxId));
  const deleted = { _id: { $in: [...ids].map(oid) }, deletedAt: { $exists: true } };
  if (await mailboxesOf(database).findOne(deleted, { session, projection: { _id: 1 } })) throw disconnected();
};

/** Replaces the sends' thread ids by those of the current threads; a concurrent merge conflicts with this, and is seen then. */
const joinThreads = async ({ database, session }: Transaction, userId: string, drafts: readonly Draft[]) => {
  const threadIds = drafts.flatMap(({ send }) => send.threadId ?? []);
  const living = await currentThreads({ database, session }, userId, threadIds);
  const ids = [...living.values()].map(({ _id }) => _id);
  if (ids.length > 0)
    await threadsOf(database).updateMany({ _id: { $in: ids }, userId: oid(userId) }, { $inc: { version: 1 } }, { session });
  return ({ threadId = "" }: Send) => living.get(threadId)?._id.toHexString() ?? threadId;
};

const paidAmong = (drafts: readonly Draft[], limits: Partial<Accepted>): number =>
  acceptedOf(drafts, { count: drafts.length, ...limits }).filter((draft) => !isHeldDraft(draft)).length;

/**
 * Refuses an answer whose writer has not seen the newest of its conversation. Joining it has written to that, so that of two answers one sees the
 * other.
 */
const refuseUnseen = async (transaction: Transaction, { send: { userId, threadId = "" }, ifLastMessageId }: Draft): Promise<void> => {
  if (ifLastMessageId === undefined) return;
  const { newerThan } = await import("#shared/inbox/store/answers.ts");
  const { isThere, id: details } = await newerThan(transaction, userId, threadId, ifLastMessageId);
  if (!isThere) throw invalid({ field: "ifLastMessageId", message: "is no message of this conversation" });
  if (details !== undefined) throw new Refusal("conversationChanged", "The conversation has something newer", { details });
};

const isHeldDraft = ({ send }: Draft): boolean => send.holdUntil !== undefined;

/** An insert whose documents are serialised to BSON in advance. */
const insertOf = <D extends Document>(
  collection: Pick<Collection<D>, "initializeOrderedBulkOp">,
  documents: readonly D[],
  session: ClientSession,
) => {
  const bulk = collection.initializeOrderedBulkOp({ session });
  for (const document of documents) bulk.insert(document);
  return () => bulk.execute();
};

/** Runs `work` while the command is under way, once the command was sent. */
const meanwhile = async <R>(command: Promise<unknown>, work: () => R): Promise<R> =>
  (await Promise.all([nextTurn().then(work), command]))[0];

/** Acceptance in MongoDB: one transaction, and the client's answer depends on its commit. */
export const mongoAcceptedSends = (connect: Connect): AcceptedSends => {
  const accept = async (
    userId: string,
    drafts: readonly Draft[],
    saved?: SavedAnswer,
    written?: WrittenDraft,
    enrolment?: Enrolment,
  ): Promise<Accepted> => {
    const database = await connect();
    const user = oid(userId);
    return database.transaction(async (session) => {
      const { steps = 1 } = enrolment ?? {};
      const waiting = drafts.filter(isHeldDraft).length;
      const hold = waiting > 0 ? await roomForHeld(database, session, user, waiting) : undefined;
      const held = hold && { held: hold.room };
      const wanted = paidAmong(drafts, { ...held });
      const taken: Charged = wanted === 0 ? nothing : await chargeWhole(database, session, user, wanted, steps);
      const limit = taken.contactLimit;
      const asking = limit ? firstEmailsOf(drafts) : [];
      // The wallet is written by now, so requests at the same time do not judge from the same rows.
      const contacts = limit && asking.length > 0 ? await judgeContacts({ database, session, userId: user }, limit, asking) : undefined;
      const contacted = contacts && contacts.refused.size > 0 ? { contacted: contacts.refused } : undefined;
      const charged = contacted
        ? await chargeAgain(database, session, user, taken, paidAmong(drafts, { ...held, ...contacted }), steps)
        : taken;
      const { count, waitSeconds, balance, accepted: numbered, low } = charged;
      const { at, deletedAt } = count > 0 || !hold ? charged : hold;
      const outcome = { count, ...held, ...contacted, ...(waitSeconds !== undefined && { waitSeconds }) };
      const accepted = acceptedOf(drafts, outcome);
      if (contacted && accepted.length === 0) throw new NoneAccepted(outcome);
      if (accepted.length > 0) {
        if (written) await (await import("./written-drafts.ts")).takeDraft({ database, session }, user, written);
        if (enrolment)
          await (await import("#shared/sequences/store/enrolments.ts")).enrolPeople({ database, session }, user, enrolment, accepted);
        if (deletedAt && at.getTime() - deletedAt.getTime() < REQUEST_LASTS_MS) await refuseDeleted(database, session, accepted);
        const events = count > 0 ? creditEvents(balance + count, balance, low) : [];
        if (events.length > 0) await walletsOf(database).updateOne({ _id: user }, pushEvents(...events), { session });
        const paid = accepted.filter((draft) => !isHeldDraft(draft));
        const threadOf = await joinThreads({ database, session }, userId, accepted);
        for (const draft of accepted) await refuseUnseen({ database, session }, draft);
        const charges = paid.map((draft, index) => {
          const left = count - index - 1;
          return chargeOf(draft.send.id, user, { balanceAfter: balance + left, number: numbered - left, createdAt: at });
        });
        const insertCharges = charges.length > 0 ? insertOf(ledgerOf(database), charges, session) : async () => {};
        const { begun, insertSends, insertBodies } = await meanwhile(insertCharges(), () => {
          const documents = accepted.map(({ send }) => {
            const document = sendDocument(send.threadId ? { ...send, threadId: threadOf(send) } : send);
            return send.holdUntil && !send.draft ? Object.assign(document, eventAtInsert("send.held", at)) : document;
          });
          return {
            begun: documents.filter((_, index) => accepted[index]?.beginsThread),
            insertSends: insertOf(sendsOf(database), documents, session),
            insertBodies: insertOf(sendBodiesOf(database), accepted.map(bodyDocument), session),
          };
        });
        await beginThreads({ database, session }, begun);
        await insertSends();
        await insertBodies();
        const attached = accepted.flatMap(attachmentsDocuments);
        if (attached.length > 0) await sendAttachmentsOf(database).insertMany(attached, { session });
        await contacts?.count(firstEmailsOf(accepted));
      }
      if (saved && (accepted.length > 0 || drafts.length === 0)) await saveAnswer(database, session, saved.claim, saved.answer(outcome));
      return outcome;
    });
  };
  return {
    accept: (...asked) =>
      accept(...asked).catch((error: unknown) => {
        if (error instanceof NoneAccepted) return error.outcome;
        throw error;
      }),
  };
};
