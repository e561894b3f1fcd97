import { ObjectId } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type MessageDocument, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoThreadReconciliation } from "#shared/threads/store/thread-reconciliation.ts";
import { factsUpdate, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { recount } from "#shared/threads/store/thread-summary.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { mongoAcceptedSends } from "#shared/sending/store/accepted-sends.ts";
import { walletsOf } from "#shared/accounts/store/users.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { aSend, inboxStore, wrongThreads } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const LONG = 3_000;
const at = (n: number) => new Date(Date.UTC(2026, 10, 1) + n * 1000);

describeOnMongo("a long thread", (connect) => {
  /** A store whose one thread holds so many unread messages. */
  const storeWith = async (messages: number) => {
    const store = inboxStore(connect);
    await store.receive([{ messageId: "<root@peer.test>" }]);
    const [message] = await store.all();
    const database = await connect();
    const template = await messagesOf(database).findOne({ _id: oid(message?.id ?? "") });
    for (let n = 1; n < messages; n += 1000) {
      const rows = Array.from({ length: Math.min(1000, messages - n) }, (_, i): MessageDocument => {
        const key = `${store.mailbox.id} ${n + i}`;
        return { ...template!, _id: new ObjectId(), uid: 1000 + n + i, dedupeKey: key, messageId: `<${key}>`, receivedAt: at(n + i) };
      });
      await messagesOf(database).insertMany(rows);
    }
    const thread = await threadsOf(database).findOne({ mailboxId: oid(store.mailbox.id) }, TEST_ONLY);
    await database.transaction(async (session) => {
      const facts = await recount({ database, session }, thread!, messages);
      await threadsOf(database).updateOne({ _id: thread!._id }, factsUpdate(thread!, facts!), { session });
    });
    return { store, threadId: String(thread?._id) };
  };
  const reconciliation = mongoThreadReconciliation(connect);
  const later = () => new Date(Date.now() + 3_600_000);
  let long: Awaited<ReturnType<typeof storeWith>>;
  beforeAll(async () => {
    long = await storeWith(LONG);
  }, 120_000);

  it("takes one more mail, a mark of it and a send with the work that a short one takes", async () => {
    const short = await storeWith(10);
    const work = async ({ store, threadId }: typeof long) => {
      const received = await countDocuments(connect, () => store.receive([{ references: ["<root@peer.test>"] }]));
      const [latest] = await store.messages.list(store.userId, {}, { limit: 1, offset: 0 });
      const marked = await countDocuments(connect, () => store.messages.setRead(store.userId, latest?.id ?? "", true));
      const sent = await store.sent({ threadId });
      const counted = await countDocuments(connect, () => mongoDeliveries(connect).refreshThreads(store.userId, [threadId]));
      return { received, marked, counted, facts: await store.threads.find(store.userId, threadId), sent };
    };

    const [inShort, inLong] = [await work(short), await work(long)];

    for (const step of ["received", "marked", "counted"] as const) expect(inLong[step], step).toEqual(inShort[step]);
    expect(inLong.received.examined).toBeLessThan(15);
    expect([inShort.facts?.messageCount, inLong.facts?.messageCount]).toEqual([12, LONG + 2]);
    expect(inLong.facts?.unreadCount).toBe(LONG);
    expect(await wrongThreads(connect, long.store.mailbox.id)).toEqual([]);
  });

  it("is marked in steps: most of it at once, the rest by the sweeper, and mail that comes meanwhile stays unread", async () => {
    const { store, threadId } = long;

    const first = await store.threads.setRead(store.userId, threadId, true);
    await store.receive([{ references: ["<root@peer.test>"] }]);
    const step = await countDocuments(connect, () => reconciliation.goOn());
    while (await reconciliation.goOn());

    expect(first?.unreadCount).toBe(LONG - 2_000);
    expect(step.written).toBeLessThan(510);
    expect(step.examined).toBeLessThan(1_100);
    expect(await store.threads.find(store.userId, threadId)).toMatchObject({ unreadCount: 1, unread: true });
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("is merged in steps, found whole meanwhile, and its summary is right at once", async () => {
    const { store, threadId } = long;
    const database = await connect();
    await store.receive([{ messageId: "<first@peer.test>", receivedAt: at(-10) }]);
    const [into] = (await store.allThreads()).filter(({ id }) => id !== threadId);
    await threadsOf(database).updateOne({ _id: oid(into?.id ?? "") }, { $set: { createdAt: at(-10) } });

    const merging = await countDocuments(connect, () => store.receive([{ references: ["<first@peer.test>", "<root@peer.test>"] }]));

    const merged = await store.threads.find(store.userId, threadId);
    expect(merged).toMatchObject({ id: into?.id, aliasIds: [threadId], rootMessageId: "<first@peer.test>" });
    expect(merged?.messageCount).toBe(LONG + 5);
    expect(merging.written).toBeLessThan(520);
    expect(await store.messages.ofThread(store.userId, merged!, LONG * 2)).toHaveLength(LONG + 4);
    const page = { limit: 3, offset: LONG };
    expect(await store.messages.list(store.userId, { threadId: into?.id }, page)).toHaveLength(3);
    const [unmoved] = await messagesOf(database)
      .find({ threadId: oid(threadId) })
      .limit(1)
      .toArray();
    await store.messages.setRead(store.userId, String(unmoved?._id), false);
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);

    const step = await countDocuments(connect, () => reconciliation.goOn());
    while (await reconciliation.goOn());

    expect(step.written).toBeLessThan(510);
    expect(await messagesOf(database).countDocuments({ threadId: oid(into?.id ?? "") })).toBe(LONG + 4);
    expect(await messagesOf(database).countDocuments({ threadId: oid(threadId) })).toBe(0);
    expect(await store.threads.find(store.userId, threadId)).toMatchObject({ id: into?.id });
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("takes a send that was written for a thread merged meanwhile into the survivor", async () => {
    const { store, threadId } = long;
    const database = await connect();
    await walletsOf(database).insertOne({ _id: oid(store.userId), balance: 5, updatedAt: new Date() });
    const send = aSend(store.mailbox, { status: "queued", threadId });
    const survivor = await store.threads.find(store.userId, threadId);
    const versionOf = async () => (await threadsOf(database).findOne({ _id: oid(survivor?.id ?? "") }, TEST_ONLY))?.version ?? 0;
    const before = await versionOf();

    await mongoAcceptedSends(connect).accept(store.userId, [{ send, body: { text: "x", html: "" } }]);

    // Written, so that a merge under way and this one do not pass each other.
    expect(await versionOf()).toBe(before + 1);
    expect(survivor?.id).not.toBe(threadId);
    expect((await store.send(send.id)).threadId).toBe(survivor?.id);
    expect((await store.threads.sends(store.userId, survivor!, 10)).map(({ id }) => id)).toContain(send.id);
  });

  it("counts a send that left though its worker died before it told the thread, once", async () => {
    const store = inboxStore(connect);
    const send = await store.sent({ status: "queued" });
    const threadId = await store.threads.ofSend(store.userId, send);
    await rawSends(await connect()).updateOne({ _id: oid(send.id) }, { $set: { status: "sent" } });

    await reconciliation.countSent(later());
    await reconciliation.countSent(later());
    await mongoDeliveries(connect).refreshThreads(store.userId, [threadId]);

    expect(await store.threads.find(store.userId, threadId)).toMatchObject({ messageCount: 1, snippet: "How are you?" });
    expect(await wrongThreads(connect, store.mailbox.id)).toEqual([]);
  });

  it("is put right by the check when it says something else than its messages, a few threads at a time", async () => {
    const store = inboxStore(connect);
    await store.receive(Array.from({ length: 25 }, () => ({})));
    const thread = (await store.allThreads()).toSorted((one, other) => (one.id < other.id ? 1 : -1))[0];
    const database = await connect();
    await database.collection("checks").deleteMany({}, TEST_ONLY);
    await threadsOf(database).updateOne({ _id: oid(thread?.id ?? "") }, { $set: { "facts.messages": 7, messageCount: 7 } });

    const found: string[] = [];
    for (let run = 0; run < 10; run++) found.push(...(await reconciliation.check()));

    expect(found).toEqual([thread?.id]);
    expect(await store.threads.find(store.userId, thread?.id ?? "")).toMatchObject({ messageCount: 1 });
  });
});

describeOnMongo("a thread's summary", (connect) => {
  it("is of what was received and sent: what waits, fails or is cancelled does not touch it", async () => {
    const store = inboxStore(connect);
    await store.receive([{ body: "Still there?" }]);
    const [before] = await store.allThreads();
    const threadId = before?.id ?? "";
    const database = await connect();
    await walletsOf(database).insertOne({ _id: oid(store.userId), balance: 5, updatedAt: new Date() });
    const { sentAt: _sentAt, ...unsent } = aSend(store.mailbox, { status: "queued", threadId });
    const states = ["queued", "scheduled", "failed", "cancelled"] as const;

    for (const status of states) {
      const id = new ObjectId().toHexString();
      await mongoAcceptedSends(connect).accept(store.userId, [
        { send: { ...unsent, id, messageId: `<${id}@x>` }, body: { text: "x", html: "" } },
      ]);
      await rawSends(database).updateOne({ _id: oid(id) }, { $set: { status } });
      await mongoDeliveries(connect).refreshThreads(store.userId, [threadId]);
    }
    const waiting = await store.threads.find(store.userId, threadId);
    await rawSends(database).updateMany(
      { userId: oid(store.userId), threadId: oid(threadId), status: "queued" },
      { $set: { status: "sent", sentAt: new Date() } },
    );
    await mongoDeliveries(connect).refreshThreads(store.userId, [threadId]);

    expect(waiting).toEqual(before);
    expect(await store.threads.find(store.userId, threadId)).toMatchObject({
      messageCount: 2,
      lastMessageDirection: "outbound",
      snippet: "x",
    });
    expect((await store.threads.sends(store.userId, { id: threadId, aliasIds: [] }, 9)).map(({ status }) => status)).toEqual(
      expect.arrayContaining(["sent", "scheduled", "failed"]),
    );
  });
});
