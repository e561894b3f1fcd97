import type { EventType } from "#shared/events/event.ts";
import type { Mailbox, MailboxStatus } from "../mailbox.ts";
import type { Mailboxes, MailboxChanges } from "../ports.ts";
import { type Connect, databaseNow } from "#shared/platform/mongo/database.ts";
import { pushEvents } from "#shared/events/store/event-documents.ts";
import { exact, fromDocument, given, oid } from "#shared/platform/mongo/documents.ts";
import { connected, mailboxesOf, operators, owned, withoutSecrets } from "./mailbox-documents.ts";
import { raiseStopVersion } from "#shared/sending/store/refusals.ts";
import { walletsOf } from "#shared/accounts/store/wallets.ts";

/** The event for each new status of a mailbox. */
export const eventOf = {
  active: "mailbox.recovered",
  error: "mailbox.error",
  disconnected: "mailbox.disconnected",
} as const satisfies Record<MailboxStatus, EventType>;

/** Converts a document to the domain's mailbox; undefined for null. */
export const orNothing = (document: object | null): Mailbox | undefined => (document ? fromDocument<Mailbox>(document) : undefined);

/** Changes as fields of the document. */
export const changedFields = ({ ipId, oauthClientId, ...changes }: MailboxChanges): Record<string, unknown> =>
  given({ ...changes, ipId: ipId && oid(ipId), oauthClientId: oauthClientId && oid(oauthClientId) });

/** The mailboxes in MongoDB, without their secrets. */
export const mongoMailboxes = (connect: Connect): Mailboxes => {
  const mailboxes = async () => mailboxesOf(await connect());
  const find = async (filter: object) => orNothing(await (await mailboxes()).findOne(exact(filter), { projection: withoutSecrets }));
  const one = async (userId: string, id: string) => find(owned({ userId, id }));

  return {
    find: one,
    findMany: async (userId, ids) => {
      const filter = { userId: oid(userId), _id: { $in: ids.map(oid) } };
      return (await (await mailboxes()).find(exact(filter), { projection: withoutSecrets }).toArray()).map((found) =>
        fromDocument<Mailbox>(found),
      );
    },
    findByEmail: (userId, email) => find({ userId: oid(userId), emailKey: email.toLowerCase() }),
    list: async (userId, tenant) => {
      const found = (await mailboxes())
        .find(exact({ userId: oid(userId), ...given({ tenant }) }), { projection: withoutSecrets })
        .sort({ createdAt: -1, _id: -1 });
      return (await found.toArray()).map((document) => fromDocument<Mailbox>(document));
    },
    note: async (mailbox, changes) => {
      const { status = mailbox.status, sentCopiesLastError = mailbox.sentCopiesLastError } = changes;
      const lacks = sentCopiesLastError !== mailbox.sentCopiesLastError;
      const unchanged = {
        ...exact({ ...connected(mailbox), updatedAt: mailbox.updatedAt, status: mailbox.status }),
        // When two workers find it at the same time, one records the event.
        ...(lacks && { sentCopiesLastError: mailbox.sentCopiesLastError ?? { $exists: false } }),
      };
      const database = await connect();
      const updatedAt = changes.status === undefined ? mailbox.updatedAt : await databaseNow(database);
      const events = [...(status === mailbox.status ? [] : [eventOf[status]]), ...(lacks ? (["mailbox.sent_copies"] as const) : [])];
      const update = { $set: { ...changedFields(changes), updatedAt }, ...(events.length > 0 && pushEvents(...events)) };
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
            $unset: { accessTokenExpiresAt: "", accessTokenFor: "", refreshLease: "", dns: "" },
          },
          { session, returnDocument: "before", projection: { status: 1 } },
        );
        if (!before) return false;
        if (before.status !== "disconnected")
          await mailboxesOf(database).updateOne({ _id: before._id }, pushEvents(eventOf.disconnected), { session });
        await raiseStopVersion(database, oid(userId), session);
        // Accepting a send writes to the wallet (accepted-sends.ts): one under way conflicts with this write, and then finds the mailbox deleted.
        await walletsOf(database).updateOne(
          { _id: oid(userId) },
          { $set: { mailboxDeletedAt: now }, $setOnInsert: { balance: 0, updatedAt: now } },
          { session, upsert: true },
        );
        return true;
      });
    },
    dnsCheckedBefore: async (before, most) => {
      const checked = (await mailboxes()).find({ "dns.checkedAt": { $lt: before } }, { projection: withoutSecrets });
      return (await checked.sort({ "dns.checkedAt": 1 }).limit(most).toArray()).map((found) => fromDocument<Mailbox>(found));
    },
    findForJob: (id) => find({ _id: oid(id), deletedAt: { $exists: false } }),
  };
};
