import { expect, it } from "vitest";
import { worldDatabase } from "#shared/platform/mongo/world-database.ts";
import { ids } from "#shared/platform/system.ts";
import { inWorld } from "#shared/platform/world.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { runMigrations } from "#shared/platform/mongo/migrations.ts";
import { eventsOf } from "#shared/events/store/event-documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { StaleThread } from "#shared/threads/ports.ts";
import { threadMigrations, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mongoThreadReconciliation } from "#shared/threads/store/thread-reconciliation.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const HOUR_MS = 3_600_000;
const now = () => new Date(Math.floor(Date.now() / 1_000) * 1_000);
/** Waits until the clock shows another time. */
const later = () => new Promise((resolve) => setTimeout(resolve, 5));
const inHours = (n: number) => new Date(Date.now() + n * HOUR_MS);

describeOnMongo(
  "what a team says of a conversation",
  (connect) => {
    const deliveries = mongoDeliveries(connect);
    const reconciliation = mongoThreadReconciliation(connect);
    /** A mailbox with one conversation that a person began. */
    const asked = async () => {
      const store = inboxStore(connect);
      await store.receive([{ messageId: "<q@peer.test>", receivedAt: now() }]);
      const [thread] = await store.allThreads();
      const id = thread!.id;
      const { userId } = store;
      const answered = async (at = new Date(), createdAt = at) => {
        const send = await store.sent({ threadId: id, sentAt: at, createdAt });
        const database = await connect();
        await database.collection("sends").updateOne({ _id: oid(send.id) }, { $set: { uncounted: true } });
        return deliveries.refreshThreads(userId, [id]);
      };
      const pending = async () => {
        const row = await threadsOf(await connect()).findOne({ _id: oid(id) }, TEST_ONLY);
        return (row?.news ?? []).map(({ type, facts }) => ({ type, ...facts }));
      };
      const find = async () => (await store.threads.find(userId, id))!;
      return { store, id, userId, answered, pending, find };
    };

    it("begins open where a person wrote, waiting where the account did, and done where only machines did, without events", async () => {
      const { store, pending } = await asked();
      await store.receive([{ headers: { "List-Id": "<news.peer.test>", Precedence: "bulk" }, receivedAt: now() }]);
      const send = await store.sent({ status: "queued" });
      const begun = await store.threads.ofSend(store.userId, send);

      const [bulk, question] = await store.allThreads();
      expect(question).toMatchObject({
        state: "open",
        assignedTo: "",
        revision: 1,
        needsReply: true,
        waitingSince: question!.lastMessageAt,
      });
      expect(bulk).toMatchObject({ state: "done", needsReply: false });
      expect((await store.threads.find(store.userId, begun))?.state).toBe("waiting");
      expect(await pending()).toEqual([]);
    });

    it("is answered, asked again and opened in the writes that do so, each with its event", async () => {
      const { store, id, answered, pending, find, userId } = await asked();

      expect(await answered()).toEqual([id]);
      expect(await find()).toMatchObject({ state: "waiting", needsReply: false, revision: 2 });
      await store.threads.change(userId, id, { state: "done", snoozedUntil: inHours(2) });
      await store.receive([{ inReplyTo: "<q@peer.test>", headers: { "Auto-Submitted": "auto-replied" }, receivedAt: now() }]);
      expect(await find()).toMatchObject({ state: "done", revision: 3 });
      await store.receive([{ inReplyTo: "<q@peer.test>", receivedAt: now() }]);

      const thread = await find();
      expect(thread).toMatchObject({ state: "open", needsReply: true, revision: 4 });
      expect(thread.snoozedUntil).toBeUndefined();
      expect(await pending()).toEqual([
        { type: "thread.changed", changed: ["state"], by: "mail" },
        { type: "thread.changed", changed: ["state", "snoozed_until"], by: "api" },
        { type: "thread.changed", changed: ["state", "snoozed_until"], by: "mail" },
      ]);
      const row = await threadsOf(await connect()).findOne({ _id: oid(id) }, TEST_ONLY);
      expect(row?.firstResponse?.askedAt).toEqual(row?.facts.root?.date);
    });

    it("stays as somebody has left it since an answer was written that leaves later", async () => {
      const { store, id, userId, answered, find, pending } = await asked();
      const written = new Date();
      await later();
      await store.threads.change(userId, id, { state: "done" });
      expect(await answered(new Date(), written)).toEqual([]);
      expect(await find()).toMatchObject({ state: "done", needsReply: false, revision: 2 });

      // Said again of what is done already, after another answer was written.
      const again = new Date();
      await later();
      expect(await store.threads.change(userId, id, { state: "done" })).toMatchObject({ state: "done", revision: 2 });
      await answered(new Date(), again);
      expect(await find()).toMatchObject({ state: "done", revision: 2 });
      expect(await pending()).toHaveLength(1);

      // What was taken back is no decision.
      await store.threads.change(userId, id, { state: "open" });
      await answered(new Date(), written);
      expect(await find()).toMatchObject({ state: "waiting", revision: 4 });
      expect(await threadsOf(await connect()).findOne({ _id: oid(id) }, TEST_ONLY)).not.toHaveProperty("decided");
    });

    it("is changed by requests with the current revision alone, and only what changes is told", async () => {
      const { store, id, userId, pending } = await asked();
      const change: typeof store.threads.change = (...given) => store.threads.change(...given);

      const changed = await change(userId, id, { assignedTo: "anna", labels: ["billing", "vip"] }, 1);
      expect(changed).toMatchObject({ assignedTo: "anna", labels: ["billing", "vip"], revision: 2 });
      expect(await change(userId, id, { assignedTo: "anna" }, 2)).toMatchObject({ revision: 2 });
      const stale = await change(userId, id, { assignedTo: "bo" }, 1).catch((error: unknown) => error);
      expect(stale).toBeInstanceOf(StaleThread);
      expect((stale as StaleThread).thread).toMatchObject({ assignedTo: "anna", revision: 2 });
      expect((await change(userId, id, { labels: [] }))?.labels).toBeUndefined();
      expect(await change("f".repeat(24), id, { assignedTo: "eve" })).toBeUndefined();
      expect((await pending()).map((event) => (event as { changed?: unknown }).changed)).toEqual([["assigned_to", "labels"], ["labels"]]);
    });

    it("is taken by one of two who ask with the same revision", async () => {
      const { store, id, userId, find } = await asked();

      const all = Array.from({ length: 8 }, (_, n) => store.threads.change(userId, id, { assignedTo: `p${n}` }, 1));
      const taken = (await Promise.allSettled(all)).flatMap((one) => (one.status === "fulfilled" ? [one.value!.assignedTo] : []));

      expect(taken).toEqual([(await find()).assignedTo]);
      expect((await find()).revision).toBe(2);
    });

    it("comes back open when its snooze ends by the database's clock, once, with its event", async () => {
      const { store, id, userId, find } = await asked();
      await store.threads.change(userId, id, { state: "waiting", snoozedUntil: inHours(1) });
      expect(await reconciliation.endSnoozes()).not.toContain(id);
      await threadsOf(await connect()).updateOne(
        { _id: oid(id), userId: oid(userId) },
        { $set: { snoozedUntil: new Date(Date.now() - 1) } },
      );

      expect(await reconciliation.endSnoozes()).toContain(id);
      expect(await reconciliation.endSnoozes()).not.toContain(id);

      expect(await find()).toMatchObject({ state: "open", revision: 3 });
      await mongoEventOutbox(connect).publish("threads", [id]);
      const told = await eventsOf(await connect())
        .find({ userId: oid(userId), type: "thread.changed" })
        .toArray();
      const common = { id, mailboxId: store.mailbox.id, state: "open", needsReply: true };
      expect(told.map(({ data }) => data)).toMatchObject([
        { ...common, changed: ["state", "snoozed_until"], by: "api" },
        { ...common, changed: ["state", "snoozed_until"], by: "clock" },
      ]);
    });

    it("in a test world comes back by the world's clock, at the very moment", async () => {
      let userId = ids.objectId();
      const end = inHours(5);
      const world = () => ({ userId, now: () => end });
      const inside = async () => worldDatabase(await connect(), world());
      const store = inboxStore(inside);
      ({ userId } = store);
      await inWorld(world(), async () => {
        await store.receive([{ receivedAt: inHours(4) }]);
        const [thread] = await store.allThreads();
        await store.threads.change(store.userId, thread!.id, { snoozedUntil: end });
        expect(await mongoThreadReconciliation(inside).endSnoozes()).toEqual([thread!.id]);
        expect(await store.threads.find(store.userId, thread!.id)).toMatchObject({ state: "open", revision: 3 });
      });
    });

    it("keeps what is in sight when conversations merge, and is told once", async () => {
      const store = inboxStore(connect);
      await store.receive([{ messageId: "<one@peer.test>", receivedAt: now() }]);
      await store.receive([{ messageId: "<two@peer.test>", receivedAt: now() }]);
      const [two, one] = (await store.allThreads()).toSorted((a, b) => a.rootMessageId.localeCompare(b.rootMessageId)).toReversed();
      await store.threads.change(store.userId, one!.id, { state: "done" });
      await store.threads.change(store.userId, two!.id, { labels: ["vip"], assignedTo: "anna" });
      await store.receive([{ references: ["<one@peer.test>", "<two@peer.test>"], receivedAt: now() }]);

      expect(await store.allThreads()).toMatchObject([{ state: "open", labels: ["vip"], assignedTo: "anna" }]);
    });

    it("of versions without states is computed, without events: open where a person wrote last, else done", async () => {
      const { store, id, find, pending } = await asked();
      await store.receive([{ headers: { Precedence: "bulk", "List-Id": "<n.peer.test>" }, receivedAt: now() }]);
      const old = { state: "", snoozed: "", assignedTo: "", revision: "", needsReply: "", waitingSince: "", "facts.exchange": "" } as const;
      const threads = threadsOf(await connect());
      await threads.updateMany({ userId: oid(store.userId) }, { $unset: old });
      const shown = await store.allThreads();
      expect(shown.map(({ state, needsReply, revision }) => [state, needsReply, revision])).toEqual([
        ["done", false, 1],
        ["open", true, 1],
      ]);

      await runMigrations(await connect(), threadMigrations, "before");

      expect(await store.allThreads()).toEqual(shown);
      expect(await store.threads.list(store.userId, { state: "open", assignedTo: "" }, { limit: 9, offset: 0 })).toHaveLength(1);
      const wrong: string[] = [];
      const hasExchange = async () => (await threads.findOne({ _id: oid(id) }, TEST_ONLY))?.facts.exchange !== undefined;
      for (let run = 0; !(await hasExchange()) && run < 100; run += 1) wrong.push(...(await reconciliation.check()));
      expect(wrong).not.toContain(id);
      expect(await find()).toMatchObject({ state: "open", needsReply: true, revision: 1 });
      expect(await pending()).toEqual([]);
    });
  },
  true,
);
