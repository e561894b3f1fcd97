import type { DedicatedIp, Ips, IpRegistry } from "#shared/sending/ports/acceptance.ts";
import type { EgressProxy, Mailbox, MailboxStatus } from "../mailbox.ts";
import { type Connect, type Database, type IndexSpec, databaseNow } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, type Stored, exact, given, toDocument } from "#shared/platform/mongo/documents.ts";
import { notFound } from "#shared/platform/errors.ts";
import { openedBy, seal, unseal, type ReadKeyring } from "#shared/platform/credentials.ts";
import type { EgressProxies, Mailboxes, MailboxChanges } from "../ports.ts";
import type { EventType } from "#shared/events/event.ts";
import { pushEvents } from "#shared/events/store/event-documents.ts";
import { connected, mailboxesOf, operators, owned, withoutSecrets } from "./mailbox-documents.ts";
import { raiseStopVersion } from "#shared/sending/store/delivery-rows.ts";
import { walletsOf } from "#shared/accounts/store/users.ts";

type IpDocument = Stored<DedicatedIp, "userId"> & {
  proxy: Pick<EgressProxy, "protocol" | "host" | "port" | "username">;
  sealed: { password?: string };
};

/** Indexes: an account's dedicated addresses. */
export const ipIndexes: readonly IndexSpec[] = [{ collection: "ips", keys: { userId: 1, _id: 1 } }];

/** The addresses' collection. */
const ipsOf = (database: Database) => database.collection<IpDocument>("ips");

/** The dedicated addresses in MongoDB, without the proxies behind them. */
export const mongoIps = (connect: Connect): Ips => ({
  list: async (userId) => {
    const found = ipsOf(await connect()).find({ userId: oid(userId) }, { projection: { proxy: 0, sealed: 0 } });
    return (await found.sort({ _id: 1 }).toArray()).map((ip) => fromDocument<DedicatedIp>(ip));
  },
});

const SEALED_FIELD = "password";

/** The dedicated addresses in MongoDB and the proxies behind them; passwords are sealed (S11 in SECURITY.md). */
export const mongoIpRegistry = (connect: Connect, keyring: ReadKeyring): IpRegistry & EgressProxies => {
  const ips = async () => ipsOf(await connect());
  return {
    ...mongoIps(connect),
    add: async (ip, { password, ...proxy }) => {
      const sealed =
        password === undefined
          ? {}
          : { password: seal(await keyring(), { userId: ip.userId, recordId: ip.id, field: SEALED_FIELD }, password) };
      await (await ips()).insertOne({ ...toDocument(ip, ["userId"]), proxy: given(proxy), sealed });
      if (ip.isDefault)
        await (await ips()).updateMany({ userId: oid(ip.userId), _id: { $ne: oid(ip.id) } }, { $set: { isDefault: false } });
    },
    remove: async (userId, id) => (await (await ips()).deleteOne({ _id: oid(id), userId: oid(userId) })).deletedCount === 1,
    proxy: async (userId, ipId) => {
      const which = ipId === undefined ? { isDefault: true } : { _id: oid(ipId) };
      const found = await (await ips()).findOne(exact({ userId: oid(userId), ...which }));
      if (!found && ipId !== undefined) throw notFound("Dedicated IP");
      if (!found) return undefined;
      const { password } = found.sealed;
      const binding = { userId, recordId: found._id.toHexString(), field: SEALED_FIELD };
      return {
        ...found.proxy,
        ...(password !== undefined && { password: await openedBy(keyring, (keys) => unseal(keys, binding, password)) }),
      };
    },
  };
};

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
