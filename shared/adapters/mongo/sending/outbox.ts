import type { ClientSession, ObjectId } from "mongodb";
import { creditNews } from "../../../domain/credits/credit-news.ts";
import { disconnected } from "../../../domain/sending/disconnected.ts";
import type { Draft, Outbox, SavedAnswer } from "../../../domain/sending/ports.ts";
import type { Connect, Database } from "../database.ts";
import { oid } from "../documents.ts";
import { pushNews } from "../events/event-documents.ts";
import { saveAnswer } from "../accounts/idempotency.ts";
import { mailboxesOf } from "../mailboxes/mailbox-documents.ts";
import {
  attachmentsDocuments,
  bodyDocument,
  sendAttachmentsOf,
  sendBodiesOf,
  type SendDocument,
  sendDocument,
  sendsOf,
} from "./send-documents.ts";
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

/** Puts sends into the threads that live behind their thread ids; a merge at the same time conflicts with this, and is seen then. */
const joinThreads = async ({ database, session }: Transaction, userId: string, sends: readonly SendDocument[]): Promise<void> => {
  const living = await livingThreads(
    { database, session },
    userId,
    sends.flatMap(({ threadId }) => (threadId ? [String(threadId)] : [])),
  );
  if (living.size === 0) return;
  for (const send of sends) send.threadId = living.get(String(send.threadId))?._id ?? send.threadId;
  const ids = [...living.values()].map(({ _id }) => _id);
  await threadsOf(database).updateMany({ _id: { $in: ids }, userId: oid(userId) }, { $inc: { version: 1 } }, { session });
};

/** Accepting in MongoDB: one transaction, whose commit is what the client's answer rests on. */
export const mongoOutbox = (connect: Connect): Outbox => ({
  accept: async (userId, drafts, saved?: SavedAnswer) => {
    const database = await connect();
    const user = oid(userId);
    return database.transaction(async (session) => {
      const { count, balance, at, low, deletedAt } = drafts.length === 0 ? nothing : await charge(database, session, user, drafts.length);
      const accepted = drafts.slice(0, count);
      if (count > 0) {
        if (deletedAt && at.getTime() - deletedAt.getTime() < REQUEST_LASTS_MS) await refuseDeleted(database, session, accepted);
        const news = creditNews(balance + count, balance, low);
        if (news.length > 0) await walletsOf(database).updateOne({ _id: user }, pushNews(...news), { session });
        const documents = accepted.map(({ send }) => sendDocument(send));
        await joinThreads({ database, session }, userId, documents);
        await beginThreads(
          { database, session },
          documents.filter((_, index) => accepted[index]?.beginsThread),
        );
        await sendsOf(database).insertMany(documents, { session });
        await sendBodiesOf(database).insertMany(accepted.map(bodyDocument), { session });
        const attached = accepted.flatMap(attachmentsDocuments);
        if (attached.length > 0) await sendAttachmentsOf(database).insertMany(attached, { session });
        await ledgerOf(database).insertMany(
          accepted.map((draft, index) => chargeOf(draft, user, balance + count - index - 1, at)),
          { session },
        );
      }
      if (saved && (count > 0 || drafts.length === 0)) await saveAnswer(database, session, saved.claim, saved.answer(count));
      return count;
    });
  },
});
