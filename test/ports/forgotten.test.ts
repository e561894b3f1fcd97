import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, inject, it } from "vitest";
import { mongoApiKeys } from "#shared/accounts/store/api-keys.ts";
import { mongoUsers } from "#shared/accounts/store/users.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { mongoMailboxes } from "#shared/mailboxes/store/mailboxes.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { compareDatabases } from "#shared/service/restore/compare-databases.ts";
import { forgottenOfLog, withdrawAgain } from "#shared/service/restore/forgotten.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { mongoSuppressions } from "#shared/suppressions/store/suppressions.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { freshDatabase, TEST_ONLY } from "#test/support/port-suite.ts";

const { embedded = "", mongod = embedded } = inject("mongoUris");
const stores = { restored: freshDatabase(mongod), old: freshDatabase(mongod) };
let restored: Database;
let old: Database;
beforeAll(async () => {
  [restored, old] = [await stores.restored.open(), await stores.old.open()];
});
afterAll(async () => {
  await stores.restored.close();
  await stores.old.close();
});

const since = new Date();
const later = new Date(since.getTime() + 1_000);

/** The same account in both databases, with two of everything; what the old one has since then is the test's. */
const world = async () => {
  const userId = ids.objectId();
  const [key, otherKey, webhook, otherWebhook, mailbox, otherMailbox, send] = Array.from({ length: 7 }, () => ids.objectId());
  const email = `${randomBytes(6).toString("hex")}@example.com`;
  for (const { raw } of [restored, old]) {
    await raw.collection("users").insertOne({ _id: oid(userId), email, name: "", passwordHash: "first", createdAt: since });
    const keys = [key!, otherKey!].map((id) => ({ _id: oid(id), userId: oid(userId), hash: id, last4: "", createdAt: since }));
    await raw.collection("apiKeys").insertMany(keys);
    const hooks = [webhook!, otherWebhook!].map((id) => ({
      _id: oid(id),
      userId: oid(userId),
      url: "https://a.example",
      createdAt: since,
    }));
    await raw.collection("webhooks").insertMany(hooks);
    const boxes = [mailbox!, otherMailbox!].map((id) => ({
      _id: oid(id),
      userId: oid(userId),
      emailKey: `${id}@a.example`,
      status: "active",
    }));
    await raw.collection("mailboxes").insertMany(boxes);
    await raw.collection("messages").insertMany([mailbox!, otherMailbox!].map((id) => ({ mailboxId: oid(id), userId: oid(userId) })));
    await raw
      .collection("sends")
      .insertOne({ _id: oid(send!), userId: oid(userId), toEmail: "Jane@peer.test", mailboxId: oid(mailbox!), messageId: send });
  }
  return {
    userId,
    email,
    key: key!,
    otherKey: otherKey!,
    webhook: webhook!,
    otherWebhook: otherWebhook!,
    mailbox: mailbox!,
    otherMailbox: otherMailbox!,
    send: send!,
  };
};
const on = (database: Database) => async () => database;
const compared = async (userId: string) => (await compareDatabases(restored, old, since)).filter((one) => one.userId === userId);
const suppressed = async (userId: string) =>
  (await mongoSuppressions(on(restored)).list(userId, {}, { limit: 10, offset: 0 })).map(({ email, reason }) => `${email} ${reason}`);

let its: Awaited<ReturnType<typeof world>>;
beforeEach(async () => {
  its = await world();
});

it("finds nothing forgotten in a database that equals the old one", async () => {
  expect(await compared(its.userId)).toEqual([]);
});

it("finds by comparison what was withdrawn since, each alone, and does it again once", async () => {
  const { userId, key, webhook, mailbox, otherMailbox, send } = its;
  await mongoApiKeys(on(old)).delete(userId, key);
  await old.raw.collection("webhooks").deleteOne({ _id: oid(webhook) });
  await mongoMailboxes(on(old)).delete(userId, mailbox);
  await mongoMailboxes(on(old)).delete(userId, otherMailbox);
  await messagesOf(old).deleteMany({ mailboxId: oid(otherMailbox), userId: oid(userId) });
  await mongoSuppressions(on(old)).unsubscribe(send);
  await mongoSuppressions(on(old)).add(userId, ["stop.example"]);
  await mongoUsers(on(old)).setPasswordHash(userId, "second");

  const found = await compared(userId);

  expect(found).toEqual([
    { kind: "password", userId, passwordHash: "second" },
    { kind: "key", userId, id: key },
    { kind: "webhook", userId, id: webhook },
    { kind: "mailbox", userId, id: mailbox, purge: false },
    { kind: "mailbox", userId, id: otherMailbox, purge: true },
    { kind: "suppression", userId, email: "jane@peer.test", reason: "unsubscribed", sendId: send },
    { kind: "suppression", userId, email: "stop.example", reason: "manual" },
  ]);
  for (const one of found) await withdrawAgain(restored, one);
  expect(await compared(userId)).toEqual([]);
  expect((await mongoApiKeys(on(restored)).list(userId)).map(({ id }) => id)).toEqual([its.otherKey]);
  expect(await suppressed(userId)).toEqual(expect.arrayContaining(["jane@peer.test unsubscribed", "stop.example manual"]));
  const boxes = await mailboxesOf(restored)
    .find({ userId: oid(userId) })
    .sort({ createdAt: -1, _id: 1 })
    .toArray();
  expect(boxes.map(({ status, purging }) => [status, purging !== undefined])).toEqual([
    ["disconnected", false],
    ["disconnected", true],
  ]);
});

it("locks an account again, with its keys, and names one that is gone without what was its own", async () => {
  const { userId } = its;
  await mongoUsers(on(old)).setLocked(userId, later);

  const [lock] = await compared(userId);
  expect(lock).toEqual({ kind: "lock", userId, at: later });
  await withdrawAgain(restored, lock!);
  expect((await mongoUsers(on(restored)).find(userId))?.lockedAt).toEqual(later);
  expect(await mongoApiKeys(on(restored)).list(userId)).toEqual([]);

  for (const name of ["users", "apiKeys", "webhooks"])
    await old.raw.collection(name).deleteMany({ $or: [{ _id: oid(userId) }, { userId: oid(userId) }] }, TEST_ONLY);
  expect(await compared(userId)).toEqual([{ kind: "account", userId }]);
});

it("finds waiting emails that were cancelled, or moved to an earlier time and sent: they are cancelled again, or looked up", async () => {
  const { userId, mailbox } = its;
  const dueAt = new Date(Date.now() + 86_400_000);
  const [cancelled, gone, leaving, same, fresh] = Array.from({ length: 5 }, () => ids.objectId());
  const row = (id: string | undefined, more: object = {}) => ({
    _id: oid(id!),
    userId: oid(userId),
    mailboxId: oid(mailbox),
    toEmail: "kim@peer.test",
    messageId: id,
    status: "scheduled",
    attempts: 0,
    createdAt: since,
    dueAt,
    scheduledAt: dueAt,
    ...more,
  });
  const [then, now] = [restored.raw.collection("sends"), old.raw.collection("sends")];
  await then.insertMany([...[cancelled, gone, leaving, same].map((id) => row(id)), row(fresh, { createdAt: later })]);
  await now.insertMany([
    row(cancelled, { status: "cancelled" }),
    row(gone, { status: "sent" }),
    row(leaving, { status: "processing", stage: "intent" }),
    row(same),
    row(fresh, { status: "sent" }),
  ]);

  const found = await compared(userId);

  expect(new Set(found)).toEqual(
    new Set([
      { kind: "send", userId, id: cancelled, isCancelled: true },
      { kind: "send", userId, id: gone, isCancelled: false },
      { kind: "send", userId, id: leaving, isCancelled: false },
    ]),
  );
  for (const _ of [1, 2]) for (const one of found) await withdrawAgain(restored, one);
  expect(await compared(userId)).toEqual([]);
  const after = new Map((await then.find({ userId: oid(userId), mailboxId: oid(mailbox) }).toArray()).map((one) => [String(one._id), one]));
  const stateOf = (id?: string) => [after.get(id!)?.["status"], after.get(id!)?.["stage"], "dueAt" in after.get(id!)!];
  expect(stateOf(cancelled)).toEqual(["cancelled", undefined, false]);
  for (const id of [gone, leaving]) expect(stateOf(id)).toEqual(["processing", "intent", true]);
  for (const id of [same, fresh]) expect(stateOf(id)).toEqual(["scheduled", undefined, true]);
});

it("finds by the log what was withdrawn: the last click of a link counts, and what is done already is not told", async () => {
  const { userId, key, otherKey, webhook, otherWebhook, mailbox, otherMailbox, send } = its;
  await mongoApiKeys(on(restored)).delete(userId, otherKey);
  await mongoMailboxes(on(restored)).delete(userId, otherMailbox);
  const unknown = ids.objectId();

  const found = await forgottenOfLog({ restored, old: undefined }, [
    { what: "key", userId, id: key },
    { what: "key", userId, id: otherKey },
    { what: "webhook", userId: ids.objectId(), id: otherWebhook },
    { what: "webhook", userId, id: webhook },
    { what: "mailbox", userId, id: mailbox, purge: true },
    { what: "mailbox", userId, id: mailbox, purge: false },
    { what: "mailbox", userId, id: otherMailbox, purge: false },
    { what: "unsubscribed", sendId: send },
    { what: "unsubscribed", sendId: unknown },
    { what: "suppressions", userId, count: 3 },
  ]);

  expect(found).toEqual([
    { kind: "key", userId, id: key },
    { kind: "webhook", userId, id: webhook },
    { kind: "mailbox", userId, id: mailbox, purge: true },
    { kind: "suppression", userId, email: "jane@peer.test", reason: "unsubscribed", sendId: send },
    { kind: "note", userId: "", id: unknown, note: expect.stringContaining("not stored") },
    { kind: "note", userId, id: "", note: expect.stringContaining("3 addresses") },
  ]);
  expect(
    await forgottenOfLog({ restored, old }, [
      { what: "unsubscribed", sendId: send },
      { what: "resubscribed", sendId: send },
    ]),
  ).toEqual([]);
});

it("takes the address of a send that only the old database has from there", async () => {
  const { userId, send } = its;
  await sendsOf(restored).deleteOne({ _id: oid(send) });

  expect(
    await forgottenOfLog({ restored, old }, [
      { what: "unsubscribed", sendId: send },
      { what: "suppressions", userId, count: 1 },
    ]),
  ).toEqual([{ kind: "suppression", userId, email: "jane@peer.test", reason: "unsubscribed", sendId: send }]);
});
