import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { messageQuery } from "#shared/inbox/store/messages.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mongoThreadReconciliation } from "#shared/threads/store/thread-reconciliation.ts";
import { mongoResponseFigures, threadQuery } from "#shared/threads/store/threads.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { ListedMessage } from "#shared/inbox/message.ts";
import type { ThreadFilter } from "#shared/threads/ports.ts";
import type { MessageFilter } from "#shared/inbox/ports/messages.ts";
import { ids } from "#shared/platform/system.ts";
import { type Arrival, inboxStore } from "#test/support/inbox-store.ts";
import { stagesOf } from "#test/support/explain.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const kinds: readonly Partial<Arrival>[] = [
  {},
  { references: ["<r@peer.test>"] },
  { headers: { "List-Id": "<news.peer.test>" } },
  { headers: { "Auto-Submitted": "auto-replied" } },
];
const at = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, n));
describeOnMongo("lists", (connect) => {
  const userId = ids.objectId();
  const [one, two, stranger] = [inboxStore(connect, { userId }), inboxStore(connect, { userId }), inboxStore(connect)];
  let all: readonly ListedMessage[] = [];
  let answeredId = "";

  beforeAll(async () => {
    const send = await one.sent({ tags: ["spring", "vip"] });
    answeredId = send.id;
    for (const store of [one, two, stranger]) {
      const arrivals = Array.from({ length: 120 }, (_, n): Arrival => ({
        ...kinds[n % 4],
        from: `p${n % 7}@peer.test`,
        receivedAt: at(n % 100),
      }));
      await store.receive(arrivals.map((arrival, n) => (n % 4 === 1 ? { ...arrival, references: [`<r${n}@peer.test>`] } : arrival)));
    }
    await one.receive([1, 2, 3].map((n) => ({ inReplyTo: send.messageId, receivedAt: at(200 + n) })));
    for (const { id } of (await one.messages.list(userId, {}, { limit: 200, offset: 0 })).slice(0, 60))
      await one.messages.setRead(userId, id, true);
    all = [
      ...(await one.messages.list(userId, {}, { limit: 200, offset: 0 })),
      ...(await one.messages.list(userId, {}, { limit: 200, offset: 200 })),
    ];
  }, 60_000);

  it("give an account all of its own mail and nothing else, newest first with the id as tie-break", () => {
    expect(all).toHaveLength(243);
    expect(new Set(all.map(({ mailboxId }) => mailboxId))).toEqual(new Set([one.mailbox.id, two.mailbox.id]));
    expect(all.map(({ id }) => id)).toEqual(
      all.toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id),
    );
  });

  it("filter by each field and by all together", async () => {
    const mailboxIds = [undefined, one.mailbox.id];
    const kindsOf: (InboundKind | undefined)[] = [undefined, "bulk", "reply"];
    for (const mailboxId of mailboxIds)
      for (const kind of kindsOf)
        for (const unread of [undefined, true, false])
          for (const since of [undefined, at(50)])
            for (const about of [{}, { emailJobId: answeredId }, { tag: "spring" }]) {
              const filter: MessageFilter = { mailboxId, kind, unread, since, ...about };
              const { emailJobId, tag } = filter;
              const wanted = all.filter(
                (message) =>
                  (mailboxId === undefined || message.mailboxId === mailboxId) &&
                  (kind === undefined || message.kind === kind) &&
                  (unread === undefined || message.isRead === !unread) &&
                  (since === undefined || message.receivedAt >= since) &&
                  (emailJobId === undefined || message.emailJobId === emailJobId) &&
                  (tag === undefined || message.tags?.includes(tag)),
              );

              const page = await one.messages.list(userId, filter, { limit: 10, offset: 5 });

              expect(page.map(({ id }) => id)).toEqual(wanted.slice(5, 15).map(({ id }) => id));
            }
  });

  it("give threads by their latest message, by participant, kind, read state and time", async () => {
    const threads = await one.threads.list(userId, {}, { limit: 200, offset: 0 });
    const filters: readonly [ThreadFilter, (thread: (typeof threads)[number]) => boolean][] = [
      [{ mailboxId: one.mailbox.id }, (thread) => thread.mailboxId === one.mailbox.id],
      [{ participant: "P3@peer.test" }, (thread) => thread.participants.includes("p3@peer.test")],
      [{ unread: true }, (thread) => thread.unreadCount > 0],
      [{ kind: "bulk", unread: false }, (thread) => thread.lastInboundKind === "bulk" && thread.unreadCount === 0],
      [{ mailboxId: two.mailbox.id, kind: "reply" }, (thread) => thread.mailboxId === two.mailbox.id && thread.lastInboundKind === "reply"],
      [{ emailJobId: answeredId }, (thread) => thread.emailJobId === answeredId],
      [{ lastMessageDirection: "inbound", kind: "inbound" }, (thread) => thread.lastInboundKind === "inbound"],
      [{ lastMessageDirection: "inbound", unread: true }, (thread) => thread.unreadCount > 0],
      [{ tag: "vip", kind: "reply" }, (thread) => thread.tags?.includes("vip") === true],
      [
        { since: at(40), before: at(60) },
        ({ lastMessageAt }) => lastMessageAt !== undefined && lastMessageAt >= at(40) && lastMessageAt < at(60),
      ],
    ];

    for (const [filter, matches] of filters) {
      const found = await one.threads.list(userId, filter, { limit: 200, offset: 0 });
      const rest = await one.threads.list(userId, filter, { limit: 200, offset: 200 });
      const page = [...threads, ...(await one.threads.list(userId, {}, { limit: 200, offset: 200 }))];
      expect([...found, ...rest].map(({ id }) => id)).toEqual(page.filter(matches).map(({ id }) => id));
      expect(found.length).toBeGreaterThan(0);
    }
  });

  it("give threads by whose turn it is, who has them, what they are about and who waits, and count them", async () => {
    const whole = async (filter: ThreadFilter) => [
      ...(await one.threads.list(userId, filter, { limit: 200, offset: 0 })),
      ...(await one.threads.list(userId, filter, { limit: 200, offset: 200 })),
    ];
    for (const [n, { id }] of (await whole({})).entries())
      await one.threads.change(userId, id, {
        ...(n % 3 === 0 && { assignedTo: n % 2 === 0 ? "anna" : "bo" }),
        ...(n % 4 === 0 && { labels: n % 8 === 0 ? ["vip", "billing"] : ["vip"] }),
        ...(n % 5 === 0 && { state: "waiting" as const }),
        ...(n % 7 === 0 && { snoozedUntil: new Date(Date.now() + 3_600_000) }),
      });
    const threads = await whole({});
    const mailboxIds = [one.mailbox.id];
    const filters: readonly [ThreadFilter, (thread: (typeof threads)[number]) => boolean][] = [
      ...(["open", "waiting", "done"] as const).map((state): [ThreadFilter, (thread: (typeof threads)[number]) => boolean] => [
        { state },
        (thread) => thread.state === state,
      ]),
      [{ assignedTo: "anna" }, ({ assignedTo }) => assignedTo === "anna"],
      [{ assignedTo: "", mailboxId: two.mailbox.id }, (thread) => thread.assignedTo === "" && thread.mailboxId === two.mailbox.id],
      [{ label: "billing" }, ({ labels }) => labels?.includes("billing") === true],
      [{ needsReply: true }, ({ needsReply }) => needsReply],
      [{ needsReply: false, state: "done" }, ({ needsReply, state }) => !needsReply && state === "done"],
      [{ snoozed: true }, ({ snoozedUntil }) => snoozedUntil !== undefined],
      [{ snoozed: false, mailboxIds }, (thread) => thread.snoozedUntil === undefined && thread.mailboxId === one.mailbox.id],
    ];
    for (const [filter, matches] of filters) {
      const found = await whole(filter);
      expect(found.map(({ id }) => id)).toEqual(threads.filter(matches).map(({ id }) => id));
      expect(found.length).toBeGreaterThan(0);
    }

    const counts = await one.threads.counts(userId, mailboxIds);
    const mine = threads.filter(({ mailboxId }) => mailboxId === one.mailbox.id);
    const active = mine.filter(({ state }) => state !== "done");
    const waiting = (some: typeof threads) => ({
      open: some.filter(({ state }) => state === "open").length,
      waiting: some.filter(({ state }) => state === "waiting").length,
      needsReply: some.filter(({ needsReply }) => needsReply).length,
    });
    expect(counts).toEqual({
      states: { open: waiting(active).open, waiting: waiting(active).waiting, done: mine.length - active.length },
      openNow: active.filter(({ state, snoozedUntil }) => state === "open" && !snoozedUntil).length,
      snoozed: active.filter(({ snoozedUntil }) => snoozedUntil).length,
      needsReply: waiting(active).needsReply,
      assignees: ["", "anna", "bo"].map((assignedTo) => ({
        assignedTo,
        ...waiting(active.filter((thread) => thread.assignedTo === assignedTo)),
      })),
      labels: ["billing", "vip"].map((label) => ({ label, ...waiting(active.filter(({ labels }) => labels?.includes(label))) })),
      mailboxes: [{ mailboxId: one.mailbox.id, ...waiting(active) }],
      complete: true,
    });
    expect(await one.threads.counts(userId, [])).toMatchObject({ states: { open: 0, waiting: 0, done: 0 }, mailboxes: [] });
    expect((await stranger.threads.counts(stranger.userId, undefined)).assignees.map(({ assignedTo }) => assignedTo)).toEqual([""]);
  });

  it("give first answers by the time of the answer, and what is not done", async () => {
    const figures = mongoResponseFigures(connect);
    const [some, other] = await one.threads.list(userId, { state: "open" }, { limit: 2, offset: 0 });
    const answered = { askedAt: at(1), answeredAt: at(61) };
    const threads = threadsOf(await connect());
    for (const thread of [some!, other!])
      await threads.updateOne({ _id: oid(thread.id), userId: oid(userId) }, { $set: { firstResponse: answered } });
    const span = { since: at(61), before: at(62) };
    expect(await figures.responses(userId, span)).toHaveLength(2);
    expect(await figures.responses(userId, { ...span, mailboxIds: [some!.mailboxId] })).toMatchObject([
      { ...answered, mailboxId: some!.mailboxId },
      ...(other!.mailboxId === some!.mailboxId ? [{}] : []),
    ]);
    expect(await figures.responses(userId, { since: at(0), before: at(61) })).toEqual([]);
    const counts = await one.threads.counts(userId, undefined);
    expect(await figures.pending(userId, undefined)).toHaveLength(counts.states.open + counts.states.waiting);
    expect(await figures.pending(userId, [])).toEqual([]);
  });

  it("give those in which somebody waits, the longest first, on pages that hold while others are answered", async () => {
    const all = await one.threads.list(userId, { order: "waiting" }, { limit: 200, offset: 0 });
    const sorted = all.toSorted((a, b) => a.waitingSince!.getTime() - b.waitingSince!.getTime() || (a.id < b.id ? -1 : 1));
    expect(all.map(({ id }) => id)).toEqual(sorted.map(({ id }) => id));
    expect(all.length).toBeGreaterThan(100);

    const paged: string[] = [];
    for (let cursor: { at: Date; id: string } | undefined; ;) {
      const page = await one.threads.list(userId, { order: "waiting" }, { limit: 7, offset: 0, ...(cursor && { cursor }) });
      paged.push(...page.map(({ id }) => id));
      const end = page.at(-1);
      if (!end || page.length < 7) break;
      cursor = { at: end.waitingSince!, id: end.id };
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });

  it("fill in the tags of conversations of versions without, and report them as no fault", async () => {
    const store = inboxStore(connect);
    const send = await store.sent({ tags: ["old"] });
    const threadId = await store.threads.ofSend(store.userId, send);
    const threads = threadsOf(await connect());
    const before = await threads.findOneAndUpdate({ _id: oid(threadId) }, { $unset: { tags: "", "facts.tags": "" } }, TEST_ONLY);
    const tagged = () => store.threads.list(store.userId, { tag: "old" }, { limit: 10, offset: 0 });
    expect([before?.facts.tags, await tagged()]).toEqual([["old"], []]);

    const wrong: string[] = [];
    for (let run = 0; (await tagged()).length === 0 && run < 100; run += 1)
      wrong.push(...(await mongoThreadReconciliation(connect).check()));

    expect((await tagged()).map(({ id, tags }) => [id, tags])).toEqual([[threadId, ["old"]]]);
    expect(wrong).not.toContain(threadId);
  });

  it("read no more than their page, by an index", async () => {
    const database = await connect();
    const mailboxId = one.mailbox.id;
    const messages: MessageFilter[] = [
      {},
      { mailboxId },
      { kind: "bulk" },
      { unread: true },
      { mailboxId, kind: "bulk" },
      { mailboxId, unread: false },
      { mailboxId, kind: "bulk", unread: true },
      { since: at(20) },
      { emailJobId: answeredId },
      { tag: "spring" },
      { tag: "spring", kind: "reply", unread: true },
      { intent: "interested" },
      { mailboxId, intent: "unknown", unread: true },
    ];
    const threads: ThreadFilter[] = [
      {},
      { mailboxId },
      { unread: true },
      { kind: "bulk" },
      { mailboxId, unread: true, kind: "bulk" },
      { participant: "p1@peer.test" },
      { emailJobId: answeredId },
      { lastMessageDirection: "inbound" },
      { lastMessageDirection: "inbound", kind: "reply" },
      { tag: "vip" },
      { tag: "vip", kind: "reply", unread: true },
      { since: at(20), before: at(90) },
      { state: "open" },
      { state: "done", snoozed: false, needsReply: false },
      { mailboxId, state: "open", needsReply: true },
      { snoozed: false },
      { needsReply: true },
      { assignedTo: "anna" },
      { assignedTo: "", state: "open" },
      { label: "vip" },
      { order: "waiting" },
      { mailboxId, order: "waiting", state: "open" },
    ];
    const plans = [
      ...messages.map((filter) =>
        messagesOf(database).find(messageQuery(userId, filter)).sort({ receivedAt: -1, _id: -1 }).limit(10).explain("executionStats"),
      ),
      ...threads.map((filter) =>
        threadsOf(database)
          .find(threadQuery(userId, filter))
          .sort(filter.order === "waiting" ? { waitingSince: 1, _id: 1 } : { lastMessageAt: -1, _id: -1 })
          .limit(10)
          .explain("executionStats"),
      ),
    ];

    for (const [i, plan] of (await Promise.all(plans)).entries()) {
      const { queryPlanner, executionStats } = plan as { queryPlanner: Document; executionStats: Document };
      const stages = stagesOf(queryPlanner["winningPlan"] as Document);
      expect(stages, `query ${i}`).not.toContain("COLLSCAN");
      expect(stages, `query ${i}`).not.toContain("SORT");
      expect(executionStats["totalDocsExamined"], `query ${i}`).toBeLessThanOrEqual(40);
    }
  });

  it("find and mark nothing of another account", async () => {
    const [message] = await stranger.all();
    const [thread] = await stranger.allThreads();
    const [messageId, threadId] = [message?.id ?? "", thread?.id ?? ""];

    expect(await one.messages.find(userId, messageId)).toBeUndefined();
    expect(await one.messages.setRead(userId, messageId, true)).toBeUndefined();
    expect(await one.messages.bodies(userId, [messageId])).toEqual(new Map());
    expect(await one.messages.ofThread(userId, { id: threadId, aliasIds: [] }, 10)).toEqual([]);
    expect(await one.threads.find(userId, threadId)).toBeUndefined();
    expect(await one.threads.setRead(userId, threadId, true)).toBeUndefined();
    expect(await one.threads.sends(userId, { id: threadId, aliasIds: [] }, 10)).toEqual([]);
    await expect(one.threads.ofSend(userId, await stranger.sent())).rejects.toThrow();
    expect(await stranger.messages.find(stranger.userId, messageId)).toMatchObject({ isRead: false });
  });

  it("give a send a thread once, and its reply joins it", async () => {
    const store = inboxStore(connect);
    const send = await store.sent({ subject: "Offer" }, "First line.\n\nOn Fri, 20 Nov 2026 at 10:15, Jane wrote:\n> old");

    const ids = await Promise.all([store.threads.ofSend(store.userId, send), store.threads.ofSend(store.userId, send)]);
    await store.receive([{ references: [send.messageId] }]);

    expect(new Set(ids).size).toBe(1);
    expect(await store.allThreads()).toMatchObject([{ id: ids[0], messageCount: 2, subject: "Offer", emailJobId: send.id }]);
  });
});
