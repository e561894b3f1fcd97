import { expect, it } from "vitest";
import { mongoPurges } from "#shared/adapters/mongo/inbox/purges.ts";
import { mongoMailboxes } from "#shared/adapters/mongo/mailboxes/mailboxes.ts";
import { sendBodiesOf } from "#shared/adapters/mongo/sending/send-documents.ts";
import { oid } from "#shared/adapters/mongo/documents.ts";
import { LeaseLost } from "#shared/domain/inbox/pull/sync-state.ts";
import { purgeMailbox } from "#shared/domain/inbox/purge-mailbox.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("erasing a mailbox's mail", (connect) => {
  const purges = mongoPurges(connect);
  const mailboxes = mongoMailboxes(connect, async () => ({ current: "k1", keys: { k1: Buffer.alloc(32).toString("base64") } }));
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

  it("goes on in bounded steps, and lets nobody connect the mailbox before the last", async () => {
    const store = await aStore();
    await store.receive(Array.from({ length: 700 }, () => ({})));
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

  it("touches no mailbox that is connected, nor another account's", async () => {
    const store = await aStore();

    await purgeMailbox({ purges }, store.userId, store.mailbox.id);
    await mailboxes.delete(store.userId, store.mailbox.id);
    await purgeMailbox({ purges }, "0".repeat(24), store.mailbox.id);

    expect(await store.all()).toHaveLength(2);
  });
});
