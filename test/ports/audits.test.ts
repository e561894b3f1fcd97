import { expect, it } from "vitest";
import { mongoAudits } from "#shared/inbox/store/audits.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { LeaseLost } from "#shared/inbox/pull/sync-state.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const INBOX = { path: "INBOX", uidValidity: "1" };

describeOnMongo("audits", (connect) => {
  const audits = mongoAudits(connect);
  const aLease = async (messages: number) => {
    const store = inboxStore(connect);
    await store.receive(Array.from({ length: messages }, () => ({})));
    const lease = await store.syncStates.acquire(store.mailbox, 60_000);
    if (!lease) throw new Error("no lease");
    return { store, lease };
  };
  const pendingOf = async (mailboxId: string) => {
    const rows = await messagesOf(await connect())
      .find({ mailboxId: oid(mailboxId) })
      .sort({ uid: 1 })
      .toArray();
    return rows.map(({ onServer, news = [] }) => [onServer, news.map(({ type }) => type).filter((type) => type !== "message.received")]);
  };

  it("read the stored places of a folder under one UIDVALIDITY, between two UIDs", async () => {
    const { lease } = await aLease(5);

    const stored = await audits.stored(lease, INBOX, 2, 4);
    expect(stored.map(({ uid }) => uid)).toEqual([2, 3, 4]);
    const [first] = await messagesOf(await connect())
      .find({ mailboxId: oid(lease.id), uid: 2 })
      .toArray();
    const { receivedAt, size, messageId } = first!;
    expect(stored[0]).toEqual({ id: first!._id.toHexString(), uid: 2, receivedAt, size, messageId });
    expect(await audits.stored(lease, { ...INBOX, uidValidity: "2" }, 1, 5)).toEqual([]);
    expect(await audits.stored(lease, { ...INBOX, path: "Junk" }, 1, 5)).toEqual([]);
  });

  it("name the folders of stored messages, and mark those that are at none, once", async () => {
    const { store, lease } = await aLease(4);
    const messages = messagesOf(await connect());
    const mine = { mailboxId: oid(lease.id) };
    await messages.updateOne({ ...mine, uid: 1 }, { $set: { folder: "", uidValidity: "x", uid: 0 } });
    await messages.updateOne({ ...mine, uid: 2 }, { $set: { folder: "Old", uidValidity: "9" } });

    expect((await audits.locations(lease)).toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      INBOX,
      { path: "Old", uidValidity: "9" },
    ]);
    for (let times = 0; times < 2; times += 1) await audits.markReplaced(lease);
    expect(await pendingOf(store.mailbox.id)).toEqual([
      [false, ["message.removed"]],
      [undefined, []],
      [undefined, []],
      [undefined, []],
    ]);
  });

  it("mark what is gone and tell it once, and take the mark back when it is there again", async () => {
    const { store, lease } = await aLease(4);
    const mark = (...gone: readonly number[]) => audits.noteOnServer(lease, INBOX, { from: 1, to: 3, gone });

    const [second] = await audits.stored(lease, INBOX, 2, 2);
    expect(await mark(2)).toEqual([second!.id]);
    expect(await mark(2)).toEqual([]);
    await audits.noteOnServer(lease, INBOX, { from: 4, to: 4, gone: [4] });
    expect(await pendingOf(store.mailbox.id)).toEqual([
      [undefined, []],
      [false, ["message.removed"]],
      [undefined, []],
      [false, ["message.removed"]],
    ]);

    await mark();
    expect((await pendingOf(store.mailbox.id)).map(([onServer]) => onServer)).toEqual([undefined, undefined, undefined, false]);
  });

  it("are kept as they stand, and told on the mailbox when they say so", async () => {
    const { store, lease } = await aLease(0);
    await mailboxesOf(await connect()).insertOne({ _id: oid(lease.id), userId: oid(lease.userId) } as never);
    const audit = { passed: [{ ...INBOX, uids: "1:4,7" }], underWay: { done: [] } };
    const told = async () => (await mailboxesOf(await connect()).findOne({ _id: oid(lease.id) }))?.news?.map(({ type }) => type);

    expect(await audits.find(store.mailbox)).toBeUndefined();
    await audits.save(lease, audit, false);
    expect(await audits.find(store.mailbox)).toEqual(audit);
    expect(await told()).toBeUndefined();
    await audits.save(lease, { passed: [] }, true);
    expect(await audits.find(store.mailbox)).toEqual({ passed: [] });
    expect(await told()).toEqual(["mailbox.audited"]);
  });

  it("are due when they are asked for, and when their time has come", async () => {
    const { store, lease } = await aLease(0);
    const { mailbox } = store;

    expect(await audits.isDue(mailbox)).toBe(false);
    await audits.schedule(lease, new Date(Date.now() + 3_600_000));
    expect(await audits.isDue(mailbox)).toBe(false);
    await audits.ask(mailbox);
    expect(await audits.isDue(mailbox)).toBe(true);
    expect((await store.syncStates.release(lease)) && (await store.syncStates.acquire(mailbox, 1_000))?.auditAt).toBeInstanceOf(Date);
  });

  it("write nothing when another pull has taken over, and find no other account's", async () => {
    const { store, lease } = await aLease(0);
    const lost = { ...lease, token: "another" };

    await expect(audits.save(lost, { passed: [] }, true)).rejects.toThrow(LeaseLost);
    await expect(audits.schedule(lost, new Date())).rejects.toThrow(LeaseLost);
    await audits.save(lease, { passed: [] }, false);
    const foreign = { id: store.mailbox.id, userId: "655f1c2e9b1e8a00123456ff" };
    expect([await audits.find(foreign), await audits.isDue(foreign)]).toEqual([undefined, false]);
  });
});
