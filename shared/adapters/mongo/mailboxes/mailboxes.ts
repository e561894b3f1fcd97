import { conflict } from "../../../domain/errors.ts";
import type { EventType } from "../../../domain/events/event.ts";
import type { Mailbox, MailboxStatus } from "../../../domain/mailboxes/mailbox.ts";
import type { Mailboxes, MailboxChanges, MailboxRef } from "../../../domain/mailboxes/ports.ts";
import type { Keyring } from "../../../domain/mailboxes/credentials/seal.ts";
import { type Connect, type Database, databaseNow, isDuplicateKey } from "../database.ts";
import { eventAtInsert, pushEvents } from "../events/event-documents.ts";
import { exact, fromDocument, given, oid, toDocument } from "../documents.ts";
import {
  connected,
  type MailboxDocument,
  mailboxesOf,
  openSecrets,
  operators,
  owned,
  sealField,
  secretUpdate,
  withoutSecrets,
} from "./mailbox-documents.ts";
import { sendsOf, waitingIn } from "../sending/send-documents.ts";
import { walletsOf } from "../accounts/wallets.ts";

/** What a mailbox's new status is called. */
const eventOf = {
  active: "mailbox.recovered",
  error: "mailbox.error",
  disconnected: "mailbox.disconnected",
} as const satisfies Record<MailboxStatus, EventType>;

const orNothing = (document: object | null): Mailbox | undefined => (document ? fromDocument<Mailbox>(document) : undefined);

const changedFields = ({ ipId, ...changes }: MailboxChanges): Record<string, unknown> =>
  given({ ...changes, ipId: ipId === undefined ? undefined : oid(ipId) });

/** The mailboxes in MongoDB; `keyring` is read anew each time, so that a rotation takes effect. */
export const mongoMailboxes = (connect: Connect, keyring: () => Promise<Keyring>): Mailboxes => {
  const mailboxes = async () => mailboxesOf(await connect());
  const find = async (filter: object) => orNothing(await (await mailboxes()).findOne(exact(filter), { projection: withoutSecrets }));
  const one = async (userId: string, id: string) => find(owned({ userId, id }));

  return {
    insert: async (mailbox, { accessTokenExpiresAt, ...secrets }) => {
      const keys = await keyring();
      const document = {
        ...toDocument(mailbox, ["userId", "ipId"]),
        ...given({ accessTokenExpiresAt }),
        emailKey: mailbox.email.toLowerCase(),
        sealed: Object.fromEntries(
          Object.entries(given(secrets)).map(([field, secret]) => [field, sealField(keys, mailbox, field, secret)]),
        ),
        grantVersion: 1,
        ...eventAtInsert("mailbox.connected"),
      } as MailboxDocument;
      try {
        await (await mailboxes()).insertOne(document);
      } catch (error) {
        throw isDuplicateKey(error) ? alreadyConnected(mailbox.email) : error;
      }
    },
    find: one,
    findMany: async (userId, ids) => {
      const filter = { userId: oid(userId), _id: { $in: ids.map(oid) } };
      return (await (await mailboxes()).find(exact(filter), { projection: withoutSecrets }).toArray()).map((found) =>
        fromDocument<Mailbox>(found),
      );
    },
    findByEmail: (userId, email) => find({ userId: oid(userId), emailKey: email.toLowerCase() }),
    list: async (userId) => {
      const found = (await mailboxes())
        .find(exact({ userId: oid(userId) }), { projection: withoutSecrets })
        .sort({ createdAt: -1, _id: -1 });
      return (await found.toArray()).map((document) => fromDocument<Mailbox>(document));
    },
    update: async (userId, id, changes, secrets = {}, read) => {
      const database = await connect();
      const sealed = secretUpdate(await keyring(), { userId, id }, secrets);
      const reconnects = Object.keys(sealed.$set).length > 0;
      if (reconnects) await refuseEnding(database, { userId, id });
      const gone = { ...("imap" in changes && changes.imap === undefined && { imap: "" }), ...(reconnects && { deletedAt: "" }) };
      const update = operators({
        $set: { ...changedFields(changes), ...sealed.$set },
        $currentDate: { updatedAt: true },
        $unset: { ...sealed.$unset, ...gone },
        $inc: sealed.$inc,
      });
      const options = { returnDocument: "after", projection: withoutSecrets } as const;
      const filter = {
        ...owned({ userId, id }),
        ...(reconnects && { purging: { $exists: false } }),
        ...(read && { deletedAt: read.deletedAt ?? { $exists: false } }),
      };
      const write = async (condition: object, told: object = {}) =>
        orNothing(await mailboxesOf(database).findOneAndUpdate({ ...filter, ...condition }, { ...update, ...told }, options));
      const { status } = changes;
      // The status that the mailbox has is in the condition: only a change of it is an event.
      if (status === undefined) return write({});
      return (await write({ status: { $ne: status } }, pushEvents(eventOf[status]))) ?? write({ status });
    },
    note: async (mailbox, changes) => {
      const { status = mailbox.status } = changes;
      const unchanged = exact({ ...connected(mailbox), updatedAt: mailbox.updatedAt, status: mailbox.status });
      const database = await connect();
      const updatedAt = changes.status === undefined ? mailbox.updatedAt : await databaseNow(database);
      const update = { $set: { ...changedFields(changes), updatedAt }, ...(status !== mailbox.status && pushEvents(eventOf[status])) };
      return (await mailboxesOf(database).updateOne(unchanged, operators(update))).matchedCount === 1;
    },
    delete: async (userId, id) => {
      const database = await connect();
      const now = await databaseNow(database);
      return database.transaction(async (session) => {
        const before = await mailboxesOf(database).findOneAndUpdate(
          owned({ userId, id }),
          {
            $set: { deletedAt: now, statusSince: now, updatedAt: now, status: "disconnected", inboxSyncEnabled: false, sealed: {} },
            $unset: { accessTokenExpiresAt: "", refreshLease: "" },
          },
          { session, returnDocument: "before", projection: { status: 1 } },
        );
        if (!before) return false;
        if (before.status !== "disconnected")
          await mailboxesOf(database).updateOne({ _id: before._id }, pushEvents(eventOf.disconnected), { session });
        // A send is accepted with a write to the wallet (accepted-sends.ts): what is under way conflicts with this, and then finds the mailbox deleted.
        await walletsOf(database).updateOne(
          { _id: oid(userId) },
          { $set: { mailboxDeletedAt: now }, $setOnInsert: { balance: 0, updatedAt: now } },
          { session, upsert: true },
        );
        return true;
      });
    },
    secrets: async (mailbox: MailboxRef) => {
      const found = await (
        await mailboxes()
      ).findOne(exact(connected(mailbox)), { projection: { userId: 1, sealed: 1, accessTokenExpiresAt: 1 } });
      return found ? openSecrets(await keyring(), found) : {};
    },
    findForJob: (id) => find({ _id: oid(id), deletedAt: { $exists: false } }),
  };
};

/** A mailbox is not connected again before everything of the time before is over. */
const refuseEnding = async (database: Database, mailbox: MailboxRef): Promise<void> => {
  const deleted = { ...owned(mailbox), deletedAt: { $exists: true } };
  const found = await mailboxesOf(database).findOne(deleted, { projection: { purging: 1 } });
  if (!found) return;
  if (found.purging) throw conflict("The mailbox is being erased", "its mail is being erased: try again in some minutes");
  if (await sendsOf(database).findOne({ ...waitingIn(oid(mailbox.id)), dueAt: { $gte: new Date(0) } }, { projection: { _id: 1 } }))
    throw conflict("The mailbox is being disconnected", "its waiting emails are being cancelled: try again in some minutes");
};

const alreadyConnected = (email: string) =>
  conflict("The mailbox is connected already", `a mailbox with the address ${email} is connected`);
