import { randomBytes } from "node:crypto";
import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoIpRegistry } from "#shared/mailboxes/store/mailboxes.ts";
import { mongoSealedOAuthClients } from "#shared/mailboxes/store/oauth-clients.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoSealedRecords, sealedCollections } from "#shared/mailboxes/store/sealed-records.ts";
import { reseal, type Keyring, seal } from "#shared/platform/credentials.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { recordingWakeUps } from "#test/support/sending-rig.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const key = () => randomBytes(32).toString("base64");
const keyring: Keyring = { current: "k1", keys: { k1: key() } };
const ring = async () => keyring;
const expiry = new Date("2026-11-21T10:00:00Z");
const oauthSecrets = { refreshToken: "rt.1", accessToken: "at.1", accessTokenExpiresAt: expiry };

describeOnMongo("sealed secrets", (connect) => {
  const mailboxes = mongoSealedMailboxes(connect, ring);

  it("hold no clear text in the database", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, {
      smtpPassword: "canary-s",
      imapPassword: "canary-i",
      refreshToken: "canary-r",
      accessToken: "canary-a",
    });
    await mailboxes.update(mailbox.userId, mailbox.id, {}, { smtpPassword: "canary-2" });

    const stored = await mailboxesOf(await connect()).findOne({ _id: new ObjectId(mailbox.id) });

    expect(Object.keys(stored?.sealed ?? {}).toSorted()).toEqual(["accessToken", "imapPassword", "refreshToken", "smtpPassword"]);
    expect(JSON.stringify(stored)).not.toContain("canary");
  });

  it("are erased by deleting, and the waiting sends cancelled with them", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s" });
    const sends = (await connect()).collection("sends");
    const send = (status: string, facts: object = {}) => ({
      _id: new ObjectId(),
      userId: new ObjectId(mailbox.userId),
      mailboxId: new ObjectId(mailbox.id),
      messageId: ids.random(8),
      status,
      ...facts,
    });
    const dueAt = new Date();
    const rows = [send("queued", { dueAt }), send("scheduled", { dueAt }), send("processing", { dueAt, stage: "intent" }), send("sent")];
    const elsewhere = { ...send("queued", { dueAt }), mailboxId: new ObjectId() };
    await sends.insertMany([...rows, elsewhere]);

    await deleteMailbox({ mailboxes, deliveries: mongoDeliveries(connect), wakeUps: recordingWakeUps() }, mailbox.userId, mailbox.id);

    const states = await sends
      .find({ _id: { $in: [...rows, elsewhere].map(({ _id }) => _id) } })
      .sort({ _id: 1 })
      .toArray();
    const stored = await mailboxesOf(await connect()).findOne({ _id: new ObjectId(mailbox.id) });
    expect(states.map(({ status }) => status as string)).toEqual(["cancelled", "cancelled", "processing", "sent", "queued"]);
    expect(states.slice(0, 2).every((state) => !("dueAt" in state))).toBe(true);
    expect(stored?.sealed).toEqual({});
  });

  it("are sealed anew with the current key, every field of every collection, in a run that may be repeated", async () => {
    const mailbox = aMailbox();
    const secrets = { smtpPassword: "s", imapPassword: "i", ...oauthSecrets };
    await mailboxes.insert(mailbox, secrets);
    const proxy = { protocol: "socks5" as const, host: "proxy", port: 1080, username: "u", password: "p" };
    const ip = { id: ids.objectId(), userId: mailbox.userId, address: "198.51.100.7", label: "", isDefault: true, createdAt: new Date() };
    await mongoIpRegistry(connect, ring).add(ip, proxy);
    const clients = mongoSealedOAuthClients(connect, ring);
    const client = {
      id: ids.objectId(),
      userId: mailbox.userId,
      provider: "google",
      clientId: "c",
      name: "",
      createdAt: expiry,
      updatedAt: expiry,
    } as const;
    await clients.insert(client, "own", 1);
    const rotated: Keyring = { current: "k2", keys: { ...keyring.keys, k2: key() } };
    const onlyNew: Keyring = { current: "k2", keys: { k2: rotated.keys["k2"] ?? "" } };
    const newRing = async () => onlyNew;
    const recordId = ids.objectId();
    const sealed = { secret: seal(keyring, { userId: mailbox.userId, recordId, field: "secret" }, "s") };
    const inTestWorld = { _id: new ObjectId(recordId), userId: new ObjectId(mailbox.userId), sealed };
    await (await connect()).collection("test.webhooks").insertOne(inTestWorld);
    const collections = sealedCollections.map((name) => mongoSealedRecords(connect, name));

    const first = await reseal(rotated, collections);
    const second = await reseal(onlyNew, collections);

    expect(first).toMatchObject([
      { collection: "mailboxes", failed: [], changed: 0 },
      { collection: "oauthClients", failed: [], resealed: 1 },
      { collection: "ips", failed: [], resealed: 1 },
      { collection: "webhooks", failed: [], resealed: 0 },
      { collection: "test.mailboxes", failed: [], resealed: 0 },
      { collection: "test.webhooks", failed: [], resealed: 1 },
    ]);
    expect(second.map(({ resealed, failed }) => ({ resealed, failed }))).toEqual(
      sealedCollections.map(() => ({ resealed: 0, failed: [] })),
    );
    expect(await mongoSealedMailboxes(connect, newRing).secrets(mailbox)).toEqual(secrets);
    expect(await mongoSealedOAuthClients(connect, newRing).open(mailbox.userId, client.id)).toEqual({ client, secret: "own" });
    expect(await mongoIpRegistry(connect, newRing).proxy(mailbox.userId, ip.id)).toEqual(proxy);
  });

  it("that cannot be opened are reported by record and field, and the others are sealed anew", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "s" });
    const strange: Keyring = { current: "k9", keys: { k9: key() } };

    const [report] = await reseal(strange, [mongoSealedRecords(connect, "mailboxes")]);

    expect(report?.failed).toContainEqual({ recordId: mailbox.id, field: "smtpPassword", reason: "unknown_key" });
  });

  it("are not sealed over what was written meanwhile", async () => {
    const mailbox = aMailbox();
    await mailboxes.insert(mailbox, { smtpPassword: "old" });
    const collection = mongoSealedRecords(connect, "mailboxes");
    const field = (await collection.page(undefined, 1000)).fields.find(({ recordId }) => recordId === mailbox.id);
    await mailboxes.update(mailbox.userId, mailbox.id, {}, { smtpPassword: "new" });

    expect(field && (await collection.replace(field, "v1.k1.stale.stale"))).toBe(false);
    expect(await mailboxes.secrets(mailbox)).toEqual({ smtpPassword: "new" });
  });
});
