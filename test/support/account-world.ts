import { ObjectId } from "mongodb";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoIdempotency } from "#shared/accounts/store/requests.ts";
import { mongoUsers, mongoWallets } from "#shared/accounts/store/users.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { feedsOf } from "#shared/events/store/event-documents.ts";
import { syncStatesOf } from "#shared/inbox/store/sync-states.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { webhookDeliveriesOf, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { mongoSealedWebhooks } from "#shared/webhooks/store/webhooks.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";
import { ids } from "#shared/platform/system.ts";
import { type Names, sameWorld } from "./changes.ts";
import { aSend } from "./inbox-store.ts";
import { aMailbox } from "./mailbox.ts";
import { inMinutes } from "./sends-in-every-state.ts";

const keyring = { current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } };
/** What its secrets are sealed with. */
export const ring = async () => keyring;

/** Everything that an account has, under one name each. */
export interface Account {
  readonly id: string;
  readonly mailbox: Mailbox;
  readonly failing: Mailbox;
  readonly gone: Mailbox;
  readonly send: Send;
  readonly webhook: Webhook;
  readonly off: Webhook;
  readonly due: string;
  readonly later: string;
  readonly orphan: string;
  readonly ip: string;
  readonly otherIp: string;
  readonly key: string;
  readonly olderKey: string;
  readonly namedKey: string;
  readonly event: string;
}

/** What its records are called. */
export const namesOf = ({ id, ...own }: Account, prefix = "") =>
  [["user", id] as const, ...Object.entries(own).map(([name, one]) => [name, typeof one === "string" ? one : one.id] as const)]
    .map(([name, of]) => [of, `${prefix}${name}`] as const)
    .concat([
      [own.send.messageId, `<${prefix}send>`],
      [own.mailbox.email, `${prefix}mailbox@`],
    ]);

/** Makes an account with everything; what is leased is leased to the token "mine". */
export const anAccount = async (connect: Connect): Promise<Account> => {
  const database: Database = await connect();
  const mailboxes = mongoSealedMailboxes(connect, ring);
  const webhooks = mongoSealedWebhooks(connect, ring);
  const id = ids.objectId();
  const at = inMinutes(-600);
  await mongoUsers(connect).insert({ id, email: `${id}@a.test`, name: "A", passwordHash: "h", createdAt: at });
  const [key, olderKey, namedKey] = [ids.objectId(), ids.objectId(), ids.objectId()];
  const aKey = (of: string, age: number) => ({ id: of, userId: id, hash: of, last4: "1234", createdAt: inMinutes(-age) });
  await mongoApiKeys(connect).insert(aKey(key, 600), 9);
  await mongoApiKeys(connect).insert(aKey(olderKey, 700), 9);
  await mongoApiKeys(connect).insert({ ...aKey(namedKey, 650), name: "ci", scopes: ["read"] }, 9);
  await mongoWallets(connect).topUp(id, 10, "first");
  const box = async (facts: Partial<Mailbox>) => {
    const mailbox = aMailbox({
      userId: id,
      type: "google",
      createdAt: at,
      updatedAt: at,
      statusSince: at,
      inboxSyncEnabled: true,
      ...facts,
    });
    await mailboxes.insert(mailbox, { refreshToken: "r", accessToken: "a", accessTokenExpiresAt: inMinutes(30), smtpPassword: "s" });
    return mailbox;
  };
  const mailbox = await box({});
  const failing = await box({ status: "error", syncIntervalMinutes: 7, createdAt: inMinutes(-500) });
  const gone = await box({ status: "disconnected", createdAt: inMinutes(-700), deletedAt: inMinutes(-60), inboxSyncEnabled: false });
  await mailboxesOf(database).updateOne({ _id: oid(mailbox.id) }, { $set: { refreshLease: { token: "mine", until: inMinutes(5) } } });
  await mailboxesOf(database).updateMany({ userId: oid(id) }, { $unset: { news: "", newsAt: "" } });
  const [otherIp, ip] = [ids.objectId(), ids.objectId()];
  const address = { userId: id, address: "198.51.100.7", label: "", createdAt: at };
  await mongoIpRegistry(connect, ring).add(
    { ...address, id: ip, isDefault: true },
    { protocol: "socks5", host: "p", port: 1, username: "u", password: "p" },
  );
  await mongoIpRegistry(connect, ring).add({ ...address, id: otherIp, isDefault: false }, { protocol: "socks5", host: "q", port: 2 });
  await mongoSuppressions(connect).add(id, ["Old@Peer.test"]);
  const send = aSend(mailbox, { toEmail: "Jane@Peer.test", sentAt: inMinutes(-90), createdAt: inMinutes(-91) });
  await sendsOf(database).insertOne(sendDocument(send));
  const hook = async (facts: Partial<Webhook>) => {
    const webhook: Webhook = {
      id: ids.objectId(),
      userId: id,
      url: "https://h.test/",
      description: "",
      status: "active",
      verifiedAt: at,
      createdAt: at,
      updatedAt: at,
      ...facts,
    };
    await webhooks.insert(webhook, "whsec_a", 20);
    return webhook;
  };
  const webhook = await hook({ types: ["send.sent"] });
  const off = await hook({ status: "disabled", createdAt: inMinutes(-700) });
  const failures = { failures: 2, failingSince: inMinutes(-90), restUntil: inMinutes(-1) };
  await webhooksOf(database).updateOne({ _id: oid(webhook.id) }, { $set: { ...failures, lease: { token: "mine", until: inMinutes(-1) } } });
  await webhooksOf(database).updateOne({ _id: oid(off.id) }, { $set: failures });
  const [event, due] = [new ObjectId(), new ObjectId()];
  await database
    .collection("events")
    .insertOne({ _id: event, userId: oid(id), type: "send.sent", sequence: 1, at, createdAt: at, data: {} });
  await feedsOf(database).insertOne({ _id: oid(id), sequence: 1, at });
  const row = {
    userId: oid(id),
    webhookId: oid(webhook.id),
    type: "send.sent" as const,
    sequence: 1,
    status: "pending" as const,
    attempts: 2,
    createdAt: at,
  };
  const [later, orphan] = [new ObjectId(), new ObjectId()];
  await webhookDeliveriesOf(database).insertMany([
    { ...row, _id: later, eventId: new ObjectId(), dueAt: inMinutes(50) },
    { ...row, _id: orphan, eventId: new ObjectId(), dueAt: inMinutes(-2) },
    { ...row, _id: due, eventId: event, dueAt: inMinutes(-3) },
  ]);
  await syncStatesOf(database).insertMany([
    { _id: oid(mailbox.id), userId: oid(id), cursors: [], failures: 2, token: "mine", leaseUntil: inMinutes(5), retryAt: inMinutes(-5) },
    { _id: oid(failing.id), userId: oid(id), cursors: [], failures: 1, retryAt: inMinutes(-5), queuedUntil: inMinutes(-1) },
    { _id: oid(gone.id), userId: oid(id), cursors: [], failures: 0, token: "old", leaseUntil: inMinutes(-5) },
  ]);
  await mongoIdempotency(connect).claim({ userId: id, route: "POST /v1/send", key: "k", bodyHash: "h" });
  await database.collection("idempotency").updateMany({ userId: oid(id) }, { $set: { token: "mine" } });
  return {
    id,
    mailbox,
    failing,
    gone,
    send,
    webhook,
    off,
    due: String(due),
    later: String(later),
    orphan: String(orphan),
    ip,
    otherIp,
    key,
    olderKey,
    namedKey,
    event: String(event),
  };
};

/** Two equal accounts, the same before each test. */
export const twoAccounts = (connect: Connect) => {
  const world = sameWorld(connect, async () => ({ mine: await anAccount(connect), others: await anAccount(connect) }));
  return {
    ...world,
    /** Puts everything back; with what the records of both are called. */
    begin: async () => {
      const both = await world.begin();
      return { ...both, names: new Map([...namesOf(both.mine), ...namesOf(both.others, "other's ")]) };
    },
    /** Which of my records writes in the other's name change. Some refuse, others answer that there is nothing. */
    changedOfMine: async (names: Names, writes: readonly (() => Promise<unknown>)[]): Promise<readonly string[]> => {
      const changes = await world.changesBy(names, async () => {
        for (const write of writes) await write().catch(() => undefined);
      });
      return Object.keys(changes).filter((key) => !/other's|unnamed/.test(key));
    },
  };
};
