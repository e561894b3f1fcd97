import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { ids } from "#shared/platform/system.ts";
import { countUnderWay } from "#shared/sending/store/claim-due.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { acceptingOn, sendingInMemory, sendingOnMongo } from "#test/support/sending-stores.ts";

describePort("what a worker notes of a claimed email", { memory: sendingInMemory, mongo: sendingOnMongo }, (store) => {
  const { deliveries } = store;
  const accepted = acceptingOn(store);
  const refusals = [{ email: "kim@ext.test", reply: "550 no such user" }];

  it("is the refusal that its look-up judges", async () => {
    const { sends, read, claim } = await accepted({}, {});
    const { token } = await claim();
    for (const send of sends) await deliveries.intend(token, send);
    const refusal = { code: 550, reply: "550 no" };

    await deliveries.markUnknown(token, sends[0]!, 60_000, refusal);
    await deliveries.markUnknown(token, sends[1]!, 60_000);

    expect((await read(sends[0]!)).refusal).toEqual(refusal);
    expect((await read(sends[1]!)).refusal).toBeUndefined();
  });

  it("is nothing by another token", async () => {
    const { sends, read, claim } = await accepted({});
    const { token } = await claim();
    await deliveries.intend(token, sends[0]!);
    const before = await read(sends[0]!);

    await deliveries.markUnknown("another", sends[0]!, 60_000, { code: 550, reply: "550 no" });
    await deliveries.fail("another", [sends[0]!], "550 no");
    await deliveries.requeue("another", [sends[0]!], { afterMs: 0, counts: true });

    expect(await read(sends[0]!)).toEqual(before);
  });

  it("is whom a decided refusal names, of one that is undecided alone", async () => {
    const { sends, read, claim } = await accepted({}, {});
    const { token } = await claim();
    await deliveries.holdUndecided(token, [sends[0]!], { afterMs: 60_000, lastError: "550 no" });
    await deliveries.requeue(token, [sends[1]!], { afterMs: 60_000, counts: false });

    for (const send of sends) await deliveries.decide(send, { refused: refusals });

    expect(await read(sends[0]!)).toMatchObject({ status: "failed", lastError: "550 no", refused: refusals });
    expect(await read(sends[1]!)).toMatchObject({ status: "queued" });
    expect((await read(sends[1]!)).refused).toBeUndefined();
  });

  it("is the next attempt's number, and whether another worker is at work", async () => {
    const { claim } = await accepted({}, {});
    const first = await claim({ size: 1 });
    const second = await claim({ size: 1 });

    expect([first.others, second.others]).toEqual([false, true]);
    for (const { drafts } of [first, second]) expect(drafts).toMatchObject([{ send: { status: "processing", attempts: 1 } }]);
  });
});

describeOnMongo("what is left after a delivery", (connect) => {
  it("is counted in its conversation once it has left, in its own account's alone", async () => {
    const store = inboxStore(connect);
    const first = await store.sent();
    await store.receive([{ inReplyTo: first.messageId }]);
    const [thread] = await store.allThreads();
    const next = await store.sent({ threadId: thread!.id });
    await rawSends(await connect()).updateOne({ _id: oid(next.id) }, { $set: { uncounted: true } });
    const countedOf = async () => (await store.threads.find(store.userId, thread!.id))?.messageCount;
    const before = (await countedOf())!;

    await mongoDeliveries(connect).refreshThreads(ids.objectId(), [thread!.id]);
    expect(await countedOf()).toBe(before);
    await mongoDeliveries(connect).refreshThreads(store.userId, [thread!.id]);
    await mongoDeliveries(connect).refreshThreads(store.userId, [thread!.id]);

    expect(await countedOf()).toBe(before + 1);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("is under way while its worker lives", async () => {
    const database = await connect();
    const before = await countUnderWay(database);
    const live = await acceptingOn(sendingOnMongo(connect))({}, {});
    const dead = await acceptingOn(sendingOnMongo(connect, 1))({});
    await live.claim({ size: 1 });
    await dead.claim();
    await new Promise((done) => setTimeout(done, 20));

    expect((await countUnderWay(database)) - before).toBe(1);
  });
});
