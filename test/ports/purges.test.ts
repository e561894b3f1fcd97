import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { messageBodiesOf, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { sendAttachmentsOf, sendBodiesOf, sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { mongoRefusals } from "#shared/sending/store/delivery-rows.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { LeaseLost } from "#shared/inbox/pull/sync-state.ts";
import { purgeMailbox } from "#shared/inbox/purge-mailbox.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { aSend, inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

describeOnMongo("erasing a mailbox's mail", (connect) => {
  const purges = mongoPurges(connect);
  const mailboxes = mongoSealedMailboxes(connect, async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } }));
  const aStore = async () => {
    const store = inboxStore(connect);
    await mailboxes.insert(store.mailbox, {});
    const send = await store.sent();
    await store.receive([{ inReplyTo: send.messageId }, {}]);
    return { ...store, sentId: send.id };
  };

  it("erases messages, threads, links and bodies of that mailbox alone; sends keep their record, and cursors begin anew", async () => {
    const [store, other] = [await aStore(), await aStore()];
    const lease = await store.syncStates.acquire(store.mailbox, 60_000);
    await mailboxes.delete(store.userId, store.mailbox.id);

    await purgeMailbox({ purges }, store.userId, store.mailbox.id);

    expect([await store.all(), await store.allThreads()]).toEqual([[], []]);
    const record = await store.send(store.sentId);
    expect([record.subject, record.threadId]).toEqual(["Hello", undefined]);
    const bodies = await sendBodiesOf(await connect())
      .find({ _id: { $in: [store.sentId, other.sentId].map(oid) } })
      .toArray();
    expect(bodies.map(({ _id }) => String(_id))).toEqual([other.sentId]);
    expect([(await other.all()).length, (await other.allThreads()).length]).toEqual([2, 2]);
    await expect(store.ingest.commit(lease!, [], store.prepare([{}]))).rejects.toThrow(LeaseLost);
    expect(await mailboxes.update(store.userId, store.mailbox.id, { status: "active" }, { smtpPassword: "x" })).toMatchObject({
      id: store.mailbox.id,
      status: "active",
    });
    expect(await store.syncStates.acquire(store.mailbox, 1000)).toMatchObject({ cursors: [] });
  });

  it("erases all of a mailbox that has one of everything, and finds nothing more to do", async () => {
    const store = inboxStore(connect);
    await mailboxes.insert(store.mailbox, {});
    await store.receive([{}]);
    await mailboxes.delete(store.userId, store.mailbox.id);

    await purgeMailbox({ purges }, store.userId, store.mailbox.id);

    const database = await connect();
    const of = { mailboxId: oid(store.mailbox.id) };
    const left = ["messages", "threads", "threadLinks"].map((name) => database.collection(name).countDocuments(of, TEST_ONLY));
    expect(await Promise.all(left)).toEqual([0, 0, 0]);
    expect(await messageBodiesOf(database).countDocuments({ userId: oid(store.userId) }, TEST_ONLY)).toBe(0);
    expect(await purges.step(store.mailbox.id)).toBe(false);
  });

  it("erases what its server refused, in the server's words", async () => {
    const [store, other] = [await aStore(), await aStore()];
    const refusals = mongoRefusals(connect);
    const at = new Date();
    for (const { mailbox } of [store, other]) await refusals.note(mailbox.id, at, ["451 <jane@example.com> later"]);
    const left = () => Promise.all([store, other].map(async ({ mailbox }) => (await refusals.since(mailbox.id, new Date(0))).length));
    await mailboxes.delete(store.userId, store.mailbox.id);

    await purgeMailbox({ purges }, store.userId, store.mailbox.id);
    expect(await left()).toEqual([0, 1]);
  });

  it("goes on in bounded steps, and lets nobody connect the mailbox before the last", async () => {
    const store = await aStore();
    const database = await connect();
    const template = (await messagesOf(database).findOne({ userId: oid(store.userId) }))!;
    const copies = Array.from({ length: 700 }, (_, n) => ({
      ...template,
      _id: new ObjectId(),
      uid: 1_000 + n,
      dedupeKey: `${store.userId} ${n}`,
    }));
    await messagesOf(database).insertMany(copies);
    await messageBodiesOf(database).insertMany(copies.map(({ _id, userId }) => ({ _id, userId, text: "x", html: "", replyHtml: "" })));
    for (let n = 0; n < 3; n++) await store.sent();
    await mailboxes.delete(store.userId, store.mailbox.id);
    await purges.begin(store.userId, store.mailbox.id);

    const first = await countDocuments(connect, () => purges.step());
    const reconnect = mailboxes.update(store.userId, store.mailbox.id, { status: "active" }, { smtpPassword: "x" });
    await expect(reconnect).rejects.toMatchObject({ reason: "conflict" });
    while (await purges.step());

    expect(first.written).toBeLessThanOrEqual(1_002);
    expect(first.read).toBeLessThanOrEqual(502);
    expect([await store.all(), await store.allThreads()]).toEqual([[], []]);
    expect(await purges.step(store.mailbox.id)).toBe(false);
    await mailboxes.update(store.userId, store.mailbox.id, { status: "active" }, { smtpPassword: "x" });
  });

  it("erases the bodies of a thousand sends 500 at a time, also of those made in one moment, and each once", async () => {
    const [store, other] = [await aStore(), await aStore()];
    const database = await connect();
    const [send, mailboxId, userId] = [sendDocument(aSend(store.mailbox)), oid(store.mailbox.id), oid(store.userId)];
    const at = (n: number) => new Date(Date.UTC(2026, 10, 1) + (n < 800 ? 0 : -n));
    const rows = Array.from({ length: 1_100 }, (_, n) => ({
      ...send,
      _id: new ObjectId(),
      messageId: `<${n}.${store.mailbox.id}>`,
      createdAt: at(n),
    }));
    await sendsOf(database).insertMany(rows.map((row) => ({ ...row, threadId: new ObjectId(), uncounted: true as const })));
    await sendBodiesOf(database).insertMany(rows.map(({ _id }) => ({ _id, userId, text: "x", html: "" })));
    await sendAttachmentsOf(database).insertMany(rows.map(({ _id }) => ({ _id, userId, contents: [] })));
    await mailboxes.delete(store.userId, store.mailbox.id);
    await purges.begin(store.userId, store.mailbox.id);
    const left = async () => [
      await sendBodiesOf(database).countDocuments({ userId }, TEST_ONLY),
      await sendAttachmentsOf(database).countDocuments({ userId }, TEST_ONLY),
      await sendsOf(database).countDocuments({ mailboxId, threadId: { $exists: true } }, TEST_ONLY),
    ];

    const after: string[] = [];
    while (await purges.step(store.mailbox.id)) {
      const now = (await left()).join();
      if (now !== after.at(-1)) after.push(now);
    }

    // The store's own send is the newest, and has no attachments.
    expect(after).toEqual(["1101,1100,1101", "601,601,601", "101,101,101", "0,0,0"]);
    expect(await sendBodiesOf(database).countDocuments({ userId: oid(other.userId) }, TEST_ONLY)).toBe(1);
    expect(await sendsOf(database).countDocuments({ mailboxId }, TEST_ONLY)).toBe(1_101);
  });

  it("touches no mailbox that is connected, nor another account's", async () => {
    const store = await aStore();

    await purgeMailbox({ purges }, store.userId, store.mailbox.id);
    await mailboxes.delete(store.userId, store.mailbox.id);
    await purgeMailbox({ purges }, "0".repeat(24), store.mailbox.id);

    expect(await store.all()).toHaveLength(2);
  });
});
