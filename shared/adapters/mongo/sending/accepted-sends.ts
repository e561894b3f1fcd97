import { setImmediate as nextTurn } from "node:timers/promises";
import type { ClientSession, Collection, Document, ObjectId } from "mongodb";
import { creditEvents } from "../../../domain/credits/credit-events.ts";
import { disconnected } from "../../../domain/sending/disconnected.ts";
import type { Draft, AcceptedSends, SavedAnswer } from "../../../domain/sending/ports/acceptance.ts";
import type { Send } from "../../../domain/sending/send.ts";
import type { Connect, Database } from "../database.ts";
import { oid } from "../documents.ts";
import { pushEvents } from "../events/event-documents.ts";
import { saveAnswer } from "../accounts/idempotency.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import { attachmentsDocuments, bodyDocument, sendAttachmentsOf, sendBodiesOf, sendDocument, sendsOf } from "./send-documents.ts";
import { beginThreads } from "../inbox/begin-threads.ts";
import { threadsOf, type Transaction } from "../inbox/thread-documents.ts";
import { livingThreads } from "../inbox/thread-summary.ts";
import { type LedgerDocument, ledgerOf, type WalletDocument, walletsOf } from "../accounts/wallets.ts";

/** A charge of one credit; its id is the send's, so that a send is charged once (G11). */
const chargeOf = ({ send }: Draft, userId: ObjectId, balanceAfter: number, createdAt: Date): LedgerDocument => {
  const sendId = oid(send.id);
  return { _id: sendId, userId, type: "charge", amount: 1, balanceAfter, sendId, createdAt } as LedgerDocument;
};

const nothing = { count: 0, balance: 0, at: new Date(0), low: undefined, deletedAt: undefined };

/** Takes what the balance covers, at most `wanted`, from the wallet; answers how many, the balance after, and when by the database's clock. */
const charge = async (database: Database, session: ClientSession, userId: ObjectId, wanted: number) => {
  const wallets = walletsOf(database);
  const take = (amount: number) =>
    wallets.findOneAndUpdate(
      { _id: userId, balance: { $gte: amount } },
      // Not the time of the drafts: the ledger stands in the order of the charges.
      { $inc: { balance: -amount }, $currentDate: { updatedAt: true } },
      { session, returnDocument: "after" },
    );
  const whole = await take(wanted);
  const facts = (wallet: WalletDocument) => ({
    balance: wallet.balance,
    at: wallet.updatedAt,
    low: wallet.lowBalance,
    deletedAt: wallet.mailboxDeletedAt,
  });
  if (whole) return { count: wanted, ...facts(whole) };
  const { balance = 0 } = (await wallets.findOne({ _id: userId }, { session })) ?? {};
  // The transaction's snapshot holds: what was read is there to be taken, or the transaction is repeated.
  const rest = balance > 0 ? await take(balance) : undefined;
  return rest ? { count: balance, ...facts(rest) } : nothing;
};

/** No request lasts so long, ms: a mailbox that was deleted earlier was missing already when the request looked for it. */
const REQUEST_LASTS_MS = 3_600_000;

/** Refuses sends through a mailbox that is deleted by now. Deleting writes to the wallet, as the charge before this did: one of the two sees the other. */
const refuseDeleted = async (database: Database, session: ClientSession, drafts: readonly Draft[]): Promise<void> => {
  const ids = new Set(drafts.map(({ send }) => send.mailboxId));
  const deleted = { _id: { $in: [...ids].map(oid) }, deletedAt: { $exists: true } };
  if (await mailboxesOf(database).findOne(deleted, { session, projection: { _id: 1 } })) throw disconnected();
};

/** Joins the threads that live behind the thread ids of sends, and answers them by those; a merge at the same time conflicts with this, and is seen then. */
const joinThreads = async ({ database, session }: Transaction, userId: string, drafts: readonly Draft[]) => {
  const threadIds = drafts.flatMap(({ send }) => send.threadId ?? []);
  const living = await livingThreads({ database, session }, userId, threadIds);
  const ids = [...living.values()].map(({ _id }) => _id);
  if (ids.length > 0)
    await threadsOf(database).updateMany({ _id: { $in: ids }, userId: oid(userId) }, { $inc: { version: 1 } }, { session });
  return ({ threadId = "" }: Send) => living.get(threadId)?._id.toHexString() ?? threadId;
};

/** An insert whose documents are in BSON before its turn comes. */
const insertOf = <D extends Document>(collection: Collection<D>, documents: readonly D[], session: ClientSession) => {
  const bulk = collection.initializeOrderedBulkOp({ session });
  for (const document of documents) bulk.insert(document);
  return () => bulk.execute();
};

/** Answers what `work` makes while the command is under way: not before it has left. */
const meanwhile = async <R>(command: Promise<unknown>, work: () => R): Promise<R> =>
  (await Promise.all([nextTurn().then(work), command]))[0];

/** Accepting in MongoDB: one transaction, whose commit is what the client's answer rests on. */
export const mongoAcceptedSends = (connect: Connect): AcceptedSends => ({
  accept: async (userId, drafts, saved?: SavedAnswer) => {
    const database = await connect();
    const user = oid(userId);
    return database.transaction(async (session) => {
      const { count, balance, at, low, deletedAt } = drafts.length === 0 ? nothing : await charge(database, session, user, drafts.length);
      const accepted = drafts.slice(0, count);
      if (count > 0) {
        if (deletedAt && at.getTime() - deletedAt.getTime() < REQUEST_LASTS_MS) await refuseDeleted(database, session, accepted);
        const events = creditEvents(balance + count, balance, low);
        if (events.length > 0) await walletsOf(database).updateOne({ _id: user }, pushEvents(...events), { session });
        const threadOf = await joinThreads({ database, session }, userId, accepted);
        const charges = accepted.map((draft, index) => chargeOf(draft, user, balance + count - index - 1, at));
        const insertCharges = insertOf(ledgerOf(database), charges, session);
        const { begun, insertSends, insertBodies } = await meanwhile(insertCharges(), () => {
          const documents = accepted.map(({ send }) => sendDocument(send.threadId ? { ...send, threadId: threadOf(send) } : send));
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
      }
      if (saved && (count > 0 || drafts.length === 0)) await saveAnswer(database, session, saved.claim, saved.answer(count));
      return count;
    });
  },
});
