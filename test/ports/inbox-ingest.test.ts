import * as fc from "fast-check";
import { bounce } from "#test/support/delivery-report.ts";
import { expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { LeaseLost } from "#shared/inbox/pull/sync-state.ts";
import { type Arrival, inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

describeOnMongo("stored mail", (connect) => {
  const aStore = () => inboxStore(connect);

  it("is one message, however often it comes, and keeps its read state and thread", async () => {
    const store = aStore();
    const mails = store.prepare([{}, {}]);

    expect(await store.commit(mails)).toBe(2);
    const [first] = await store.all();
    await store.messages.setRead(store.userId, first?.id ?? "", true);
    const threads = await store.allThreads();
    expect(await store.commit(mails)).toBe(0);

    expect((await store.all()).map(({ id, isRead }) => [id, isRead])).toEqual([
      [mails[1]?.message.id, true],
      [mails[0]?.message.id, false],
    ]);
    expect(await store.allThreads()).toEqual(threads);
  });

  it("follows the server's new UIDs, so that attachments are still found", async () => {
    const store = aStore();
    const arrival = { messageId: "<a@peer.test>" };
    await store.receive([arrival]);

    expect(await store.commit(store.prepare([arrival], "inbox", "2"))).toBe(0);

    expect(await store.all()).toMatchObject([{ uidValidity: "2", uid: 2 }]);
  });

  it("is refused with its cursor when the lease is another's", async () => {
    const store = aStore();
    const lease = await store.syncStates.acquire(store.mailbox, 1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    await store.syncStates.acquire(store.mailbox, 60_000);

    const late = store.ingest.commit(lease ?? expect.fail("no lease"), [], store.prepare([{}]));

    await expect(late).rejects.toThrow(LeaseLost);
    expect(await store.all()).toEqual([]);
  });

  it("moves no cursor when it cannot be stored", async () => {
    const store = aStore();
    const broken = store.prepare([{}, {}]).map((mail, i) => (i === 0 ? mail : { ...mail, message: { ...mail.message, id: "no id" } }));

    await expect(store.commit(broken)).rejects.toThrow();

    expect(await store.syncStates.acquire(store.mailbox, 1)).toMatchObject({ cursors: [] });
    expect(await store.all()).toEqual([]);
  });

  it("is a reply when it answers a send: replied_at is the earliest answer's, and send and reply are one thread", async () => {
    const store = aStore();
    const send = await store.sent({ subject: "Offer" });
    const late = {
      inReplyTo: send.messageId,
      subject: "Re: Offer",
      receivedAt: new Date("2026-11-20T12:00:00Z"),
      headers: { "List-Id": "<x.peer.test>" },
    };
    const early = { inReplyTo: send.messageId, subject: "Re: Offer", receivedAt: new Date("2026-11-20T11:00:00Z"), body: "Gladly." };

    await store.receive([late]);
    await store.receive([early]);
    await store.receive([{ ...late, receivedAt: new Date("2026-11-20T11:30:00Z") }]);

    const [thread] = await store.allThreads();
    expect((await store.all()).map(({ kind, emailJobId }) => [kind, emailJobId])).toEqual([
      ["reply", send.id],
      ["reply", send.id],
      ["reply", send.id],
    ]);
    expect(await store.send(send.id)).toMatchObject({ repliedAt: early.receivedAt, threadId: thread?.id, status: "sent" });
    expect(thread).toMatchObject({
      subject: "Offer",
      rootMessageId: send.messageId,
      emailJobId: send.id,
      participants: ["jane@peer.test"],
      messageCount: 4,
      unreadCount: 3,
      lastMessageAt: late.receivedAt,
      lastMessageDirection: "inbound",
      lastInboundAt: late.receivedAt,
    });
  });

  it.each([
    ["an answer", (send: { messageId: string }): Arrival => ({ inReplyTo: send.messageId })],
    [
      "an automatic answer",
      (send: { messageId: string }): Arrival => ({ inReplyTo: send.messageId, headers: { "Auto-Submitted": "auto-replied" } }),
    ],
    ["a bounce", (send: { messageId: string }): Arrival => bounce(send.messageId)],
  ])("settles a send whose outcome was unknown as sent, being %s, and no other failed one", async (_, arrival) => {
    const store = aStore();
    const countedAt = new Date("2026-11-20T10:00:00Z");
    const unknown = { status: "failed", lastError: "outcome unknown: …", stage: "intent", countedAt } as const;
    const lost = await store.sent({ ...unknown, toEmail: "jane@peer.test" });
    const refused = await store.sent({ status: "failed", lastError: "550 no", toEmail: "jane@peer.test" });
    await rawSends(await connect()).updateMany({ _id: { $in: [oid(lost.id), oid(refused.id)] } }, { $unset: { sentAt: true } });

    const silent = await store.sent({ ...unknown, toEmail: "kim@peer.test" });

    await store.receive([arrival(lost), arrival(refused)]);

    expect(await store.send(silent.id)).toMatchObject({ status: "failed", stage: "intent" });
    const settled = await store.send(lost.id);
    expect(settled).toMatchObject({ status: "sent", lastError: "", sentAt: countedAt });
    expect(settled.stage).toBeUndefined();
    expect(await store.send(refused.id)).toMatchObject({ status: "failed", lastError: "550 no" });
  });

  it("is of its own mailbox's conversations: the same Message-IDs in another mailbox of the account begin their own", async () => {
    const mine = aStore();
    const other = inboxStore(connect, { userId: mine.userId, email: "me@example.com" });
    await mine.receive([{ messageId: "<shared@peer.test>" }]);
    await other.receive([{ messageId: "<answer@peer.test>", references: ["<shared@peer.test>"] }]);
    await mine.receive([{ references: ["<answer@peer.test>"] }]);
    const send = await mine.sent({ toEmail: "jane@peer.test", subject: "Offer" });
    await other.receive([{ inReplyTo: send.messageId }, { subject: "Re: Offer" }, bounce(send.messageId)]);

    expect((await mine.send(send.id)).repliedAt ?? (await mine.send(send.id)).bouncedAt).toBeUndefined();
    expect((await mine.all()).map(({ emailJobId }) => emailJobId)).toEqual(Array.from({ length: 6 }, () => undefined));
    const threads = await mine.allThreads();
    expect(threads.filter(({ mailboxId }) => mailboxId === mine.mailbox.id)).toHaveLength(2);
    expect([...(await wrongThreads(connect, mine.mailbox.id)), ...(await wrongThreads(connect, other.mailbox.id))]).toEqual([]);
  });

  it("is told of once: not what the mailbox sent itself, and not again when a headers-only message is read whole", async () => {
    const store = aStore();
    const pendingOf = async () => {
      const rows = messagesOf(await connect()).find({ userId: oid(store.userId) }, TEST_ONLY);
      return (await rows.toArray()).map(({ news = [] }) => news.map(({ type }) => type).join());
    };
    await store.receive([{ messageId: "<stub@peer.test>", headersOnly: true }]);
    expect(await pendingOf()).toEqual(["message.received"]);
    await store.receive([{ messageId: "<stub@peer.test>", receivedAt: new Date("2026-11-20T10:00:01Z") }]);
    await store.receive([{ from: "Me <me@example.com>", headers: { To: "jane@peer.test" } }], "sent");

    expect(await pendingOf()).toEqual(["", ""]);
  });

  it("merges small conversations whole and at once, under the older one's id; the younger one's leads there", async () => {
    const store = aStore();
    await store.receive([{ messageId: "<old@peer.test>" }]);
    await store.receive([{ messageId: "<young@peer.test>" }, { references: ["<young@peer.test>"] }]);
    const [young, old] = await store.allThreads();

    await store.receive([{ references: ["<old@peer.test>", "<young@peer.test>"] }]);

    const rows = await threadsOf(await connect())
      .find({ userId: oid(store.userId) }, TEST_ONLY)
      .toArray();
    expect(rows.map(({ _id, moving, aliasIds }) => [String(_id), moving, aliasIds.map(String)])).toEqual([
      [old?.id, undefined, [young?.id]],
    ]);
    await store.receive([{ references: ["<young@peer.test>"] }]);
    expect((await store.all()).map(({ threadId }) => threadId)).toEqual(Array.from({ length: 5 }, () => old?.id));
    expect(await store.threads.find(store.userId, young?.id ?? "")).toMatchObject({ id: old?.id, messageCount: 5, unreadCount: 5 });
    expect(await store.messages.ofThread(store.userId, old!, 10)).toHaveLength(5);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("answers no send of another mailbox", async () => {
    const [mine, other] = [aStore(), aStore()];
    const foreign = await other.sent();

    await mine.receive([{ inReplyTo: foreign.messageId }, bounce(foreign.messageId)]);

    expect((await mine.all()).map(({ emailJobId }) => emailJobId)).toEqual([undefined, undefined]);
    expect(await other.send(foreign.id)).toEqual(foreign);
  });

  it("records a bounce on its send by Message-ID, once, with the reason, and its status stays", async () => {
    const store = aStore();
    const send = await store.sent();

    await store.receive([bounce(send.messageId, { action: "delayed" })]);
    const delayed = await store.send(send.id);
    await store.receive([bounce(send.messageId)]);

    expect(delayed.bouncedAt).toBeUndefined();
    expect(await store.send(send.id)).toMatchObject({
      bouncedAt: expect.any(Date),
      bounceReason: expect.stringContaining("550"),
      status: "sent",
    });
    expect((await store.all()).map(({ kind, emailJobId }) => [kind, emailJobId])).toEqual([
      ["bounce", send.id],
      ["bounce", send.id],
    ]);
    expect(await store.allThreads()).toMatchObject([{ messageCount: 3, emailJobId: send.id }]);
  });

  it("finds a bounced send by its recipient within seven days, when the notice names no message", async () => {
    const store = aStore();
    const receivedAt = new Date("2026-11-20T10:00:00Z");
    const old = await store.sent({
      sentAt: new Date("2026-11-12T10:00:00Z"),
      createdAt: new Date("2026-11-12T10:00:00Z"),
      toEmail: "kim@peer.test",
    });
    const recent = await store.sent({ sentAt: new Date("2026-11-18T10:00:00Z"), createdAt: new Date("2026-11-18T10:00:00Z") });

    await store.receive([bounce("", { receivedAt }), bounce("", { recipient: "kim@peer.test", receivedAt })]);

    expect(await store.send(recent.id)).toMatchObject({ bouncedAt: receivedAt });
    expect((await store.send(old.id)).bouncedAt).toBeUndefined();
  });

  it("finds it whatever the case of its address, and never one that left after the notice came", async () => {
    const store = aStore();
    const receivedAt = new Date("2026-11-20T10:00:00Z");
    const at = (time: string, toEmail: string) => store.sent({ sentAt: new Date(time), createdAt: new Date(time), toEmail });
    const mixed = await at("2026-11-19T10:00:00Z", "John.Doe@peer.test");
    const later = await at("2026-11-21T10:00:00Z", "kim@peer.test");

    await store.receive([
      bounce("", { recipient: "john.doe@peer.test", receivedAt }),
      bounce("", { recipient: "kim@peer.test", receivedAt }),
    ]);

    expect(await store.send(mixed.id)).toMatchObject({ bouncedAt: receivedAt });
    expect((await store.send(later.id)).bouncedAt).toBeUndefined();
  });

  it("joins Gmail's thread, and never by subject", async () => {
    const store = aStore();

    await store.receive([{ facts: { providerThreadId: "gm:1" } }, { facts: { providerThreadId: "gm:1" } }, {}]);

    expect((await store.allThreads()).map(({ messageCount }) => messageCount).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it("becomes the same conversation in whatever order and pages it comes", async () => {
    const chain = [0, 1, 2, 3, 4].map((n) => ({
      messageId: `<c${n}@peer.test>`,
      references: Array.from({ length: n }, (_, i) => `<c${i}@peer.test>`),
      receivedAt: new Date(Date.UTC(2026, 10, 20, 10, n)),
      body: `Part ${n}`,
    }));
    const stranger = { messageId: "<x@peer.test>", receivedAt: new Date(Date.UTC(2026, 10, 20, 9)) };
    const orders = fc.shuffledSubarray([...chain, stranger], { minLength: 6, maxLength: 6 });

    await fc.assert(
      fc.asyncProperty(orders, fc.integer({ min: 1, max: 6 }), async (arrivals, size) => {
        const store = aStore();

        for (let at = 0; at < arrivals.length; at += size) await store.receive(arrivals.slice(at, at + size));

        const threads = await store.allThreads();
        expect(threads.map(({ messageCount, rootMessageId, snippet }) => [messageCount, rootMessageId, snippet])).toEqual([
          [5, "<c0@peer.test>", "Part 4"],
          [1, "<x@peer.test>", "Fine."],
        ]);
      }),
      { numRuns: 12 },
    );
  });

  it("leaves counters exact when it arrives while messages and threads are marked", async () => {
    const store = aStore();
    const send = await store.sent();
    await store.receive([{ inReplyTo: send.messageId }]);
    const [thread] = await store.allThreads();
    const threadId = thread?.id ?? "";

    await Promise.all([
      // One pull at a time, as the lease has it.
      (async () => {
        for (let i = 0; i < 6; i++) await store.receive([{ inReplyTo: send.messageId }]);
      })(),
      ...[true, false, true].map((isRead) => store.threads.setRead(store.userId, threadId, isRead)),
      ...(await store.all()).map(({ id }) => store.messages.setRead(store.userId, id, true)),
    ]);

    const found = await store.threads.find(store.userId, threadId);
    const database = await connect();
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
    expect(found?.messageCount).toBe(8);
    expect(await messagesOf(database).countDocuments({ mailboxId: { $exists: true }, threadId: { $exists: false } })).toBe(0);
  });
});
