import type { ObjectId } from "mongodb";
import type { Purges } from "../ports/messages.ts";
import { currentWorld } from "#shared/platform/world.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type DueRecords, whatWaits } from "#shared/platform/mongo/due-records.ts";
import { type BodyCollection, eraseBodies } from "#shared/platform/mongo/moved-bodies.ts";
import { type MailboxDocument, mailboxesOf, owned } from "#shared/mailboxes/store/mailbox-documents.ts";
import { refusalsOf } from "#shared/sending/store/delivery-rows.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { removeFromThread } from "#shared/sending/store/apply-transition.ts";
import { correctionsOf } from "#shared/threads/store/correction-documents.ts";
import { messagesOf } from "./message-documents.ts";
import { auditsOf } from "./audits.ts";
import { eraseDirectory } from "./mail-directory.ts";
import { syncStatesOf } from "./sync-states.ts";
import { sandboxMailsOf } from "#shared/sandbox/store/sandbox-mails.ts";
import { notesOf } from "#shared/threads/store/notes.ts";
import { peopleOf, sequencesOf } from "#shared/sequences/store/sequences.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { threadLinksOf } from "#shared/threads/store/thread-merges.ts";

/** How many documents one step erases. */
const ERASED_PER_STEP = 500;

/** Deleted mailboxes whose mail is being erased. */
export const openPurges: DueRecords = { collection: "mailboxes", at: "purging.since", leftMs: 0, inWorld: "end" };

type Purged = Pick<MailboxDocument, "_id" | "userId" | "purging">;

/** Purges in MongoDB. */
export const mongoPurges = (connect: Connect): Purges => ({
  begin: async (userId, id) => {
    const database = await connect();
    const since = await databaseNow(database);
    await database.transaction(async (session) => {
      const deleted = { ...owned({ userId, id }), deletedAt: { $exists: true } };
      const { matchedCount } = await mailboxesOf(database).updateOne(deleted, { $set: { purging: { since } } }, { session });
      // Without its sync state, a pull under way can store nothing more, and the next one starts again.
      if (matchedCount === 0) return;
      const own = { _id: oid(id), userId: oid(userId) };
      await syncStatesOf(database).deleteOne(own, { session });
      await auditsOf(database).deleteOne(own, { session });
    });
  },
  step: async (id) => {
    const database = await connect();
    const wanted = { ...(id !== undefined && { _id: oid(id) }), ...whatWaits<MailboxDocument>(openPurges) };
    const mailbox = await mailboxesOf(database).findOne(wanted, { projection: { userId: 1, purging: 1 } });
    if (!mailbox) return false;
    for (const erase of [
      eraseMessages,
      eraseThreads,
      eraseNotes,
      eraseLinks,
      eraseCorrections,
      erasePeople,
      eraseSequences,
      eraseSendBodies,
      eraseRefusals,
      eraseDirectory,
      eraseSandbox,
    ])
      if (await erase(database, mailbox)) return true;
    await mailboxesOf(database).updateOne({ _id: mailbox._id }, { $unset: { purging: "" } });
    return true;
  },
});

const idsOf = (rows: readonly { readonly _id: ObjectId }[]) => ({ _id: { $in: rows.map(({ _id }) => _id) } });

const eraseBodiesOf = (database: Database, names: readonly BodyCollection[], rows: readonly { readonly _id: ObjectId }[]) =>
  database.transaction(async (session) => {
    const ids = rows.map(({ _id }) => _id);
    for (const name of names) await eraseBodies({ database, session }, name, ids);
  });

/** Bodies are erased first: after an interruption they are found through their message. */
const eraseMessages = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const of = messagesOf(database).find({ mailboxId, userId }, { projection: { _id: 1 } });
  const rows = await of.limit(ERASED_PER_STEP).toArray();
  if (rows.length === 0) return false;
  await eraseBodiesOf(database, ["messageBodies"], rows);
  await messagesOf(database).deleteMany(idsOf(rows));
  return true;
};

const eraseThreads = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const rows = await threadsOf(database)
    .find({ userId, mailboxId }, { projection: { _id: 1 } })
    .limit(ERASED_PER_STEP)
    .toArray();
  if (rows.length > 0) await threadsOf(database).deleteMany(idsOf(rows));
  return rows.length > 0;
};

/** After the conversations, without which no note is added. */
const eraseNotes = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const rows = await notesOf(database)
    .find({ userId, mailboxId }, { projection: { _id: 1 } })
    .limit(ERASED_PER_STEP)
    .toArray();
  if (rows.length > 0) await notesOf(database).deleteMany(idsOf(rows));
  return rows.length > 0;
};

const eraseLinks = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const rows = await threadLinksOf(database)
    .find({ userId, mailboxId }, { projection: { _id: 1 } })
    .limit(ERASED_PER_STEP)
    .toArray();
  if (rows.length > 0) await threadLinksOf(database).deleteMany(idsOf(rows));
  return rows.length > 0;
};

const eraseCorrections = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const rows = await correctionsOf(database)
    .find({ userId, mailboxId }, { projection: { _id: 1 } })
    .limit(ERASED_PER_STEP)
    .toArray();
  if (rows.length > 0) await correctionsOf(database).deleteMany(idsOf(rows));
  return rows.length > 0;
};

/** Addresses and values of the people in the mailbox's sequences. */
const erasePeople = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> => {
  const rows = await peopleOf(database)
    .find({ userId, mailboxId }, { projection: { _id: 1 } })
    .limit(ERASED_PER_STEP)
    .toArray();
  if (rows.length > 0) await peopleOf(database).deleteMany(idsOf(rows));
  return rows.length > 0;
};

/** After their people; to a deleted mailbox's sequence nobody is added. */
const eraseSequences = async (database: Database, { _id: mailboxId, userId }: Purged): Promise<boolean> =>
  (await sequencesOf(database).deleteMany({ userId, mailboxId })).deletedCount > 0;

/** The records remain, newest first, without body and conversation; the mailbox stores the progress. */
const eraseSendBodies = async (database: Database, { _id: mailboxId, userId, purging }: Purged): Promise<boolean> => {
  const mine = { userId, mailboxId };
  const last = purging?.sends;
  const find = (place: object, limit: number) =>
    sendsOf(database)
      .find({ ...mine, ...place }, { projection: { createdAt: 1 } })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit)
      .toArray();
  // More sends than one step takes may have the same time.
  const same = last ? await find({ createdAt: last.createdAt, _id: { $lt: last.id } }, ERASED_PER_STEP) : [];
  const rest = ERASED_PER_STEP - same.length;
  const earlier = rest === 0 ? [] : await find(last ? { createdAt: { $lt: last.createdAt } } : {}, rest);
  const rows = [...same, ...earlier];
  const end = rows.at(-1);
  if (!end) return false;
  await eraseBodiesOf(database, ["sendBodies", "sendAttachments"], rows);
  await sendsOf(database).updateMany(idsOf(rows), removeFromThread);
  const sends = { createdAt: end.createdAt, id: end._id };
  await mailboxesOf(database).updateOne({ _id: mailboxId }, { $set: { "purging.sends": sends } });
  return true;
};

/** Servers' replies may name addresses; there is a row for each hour of a day. Last, because a worker may still have noted one. */
const eraseRefusals = async (database: Database, { _id: mailboxId }: Purged): Promise<boolean> =>
  (await refusalsOf(database).deleteMany({ mailboxId })).deletedCount > 0;

/** What lies in a mailbox of a test world, or is on its way there; live mail has none. */
const eraseSandbox = async (database: Database, { _id: mailboxId }: Purged): Promise<boolean> =>
  currentWorld() !== undefined && (await sandboxMailsOf(database).deleteMany({ mailboxId })).deletedCount > 0;
