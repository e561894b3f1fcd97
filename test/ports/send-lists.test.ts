import type { Document } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { pageOf, oid } from "#shared/platform/mongo/documents.ts";
import { loadsOf, mongoSends, sendQuery } from "#shared/sending/store/sends.ts";
import type { SendFilter } from "#shared/sending/ports/sends.ts";
import type { Send } from "#shared/sending/send.ts";
import { ids } from "#shared/platform/system.ts";
import { stagesOf } from "#test/support/explain.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { draftsOf, sendingOnMongo } from "#test/support/sending-stores.ts";

const COUNT = 400;
const newestFirst = { createdAt: -1, _id: -1 } as const;
const filters = (threadId: string, mailboxId: string): readonly [SendFilter, (send: Send) => boolean][] => [
  [{ metadata: { campaign: "spring" } }, ({ metadata }) => metadata?.["campaign"] === "spring"],
  [{ metadata: { campaign: "spring", step: "1" } }, ({ metadata }) => metadata?.["campaign"] === "spring" && metadata["step"] === "1"],
  [{ metadata: { campaign: "spring" }, replied: false }, (send) => send.metadata?.["campaign"] === "spring" && !send.repliedAt],
  [{ tags: ["vip"] }, ({ tags = [] }) => tags.includes("vip")],
  [
    { tags: ["vip"], metadata: { campaign: "spring" } },
    ({ tags = [], metadata }) => tags.includes("vip") && metadata?.["campaign"] === "spring",
  ],
  [{ tags: ["vip"], status: "queued" }, ({ tags = [], status }) => tags.includes("vip") && status === "queued"],
  [{ replied: true }, ({ repliedAt }) => repliedAt !== undefined],
  [{ replied: false }, ({ repliedAt }) => repliedAt === undefined],
  [{ bounced: true }, ({ bouncedAt }) => bouncedAt !== undefined],
  [{ bounced: false }, ({ bouncedAt }) => bouncedAt === undefined],
  [{ kind: "reply" }, ({ kind }) => kind === "reply"],
  [{ kind: "" }, ({ kind }) => kind === ""],
  [{ threadId }, (send) => send.threadId === threadId],
  [{ mailboxId, replied: true }, (send) => send.mailboxId === mailboxId && send.repliedAt !== undefined],
];

describeOnMongo("the log's filters", (connect) => {
  const store = sendingOnMongo(connect);
  const sends = mongoSends(connect);
  const mailbox = aMailbox({ userId: ids.objectId() });
  const { userId } = mailbox;
  const threadId = ids.objectId();
  const list = (filter: SendFilter) => sends.list(userId, filter, { limit: 200, offset: 0 });
  let all: readonly Send[] = [];

  beforeAll(async () => {
    for (const owner of [mailbox, aMailbox({ userId: ids.objectId() })]) {
      await mongoWallets(connect).topUp(owner.userId, 2 * COUNT, "test");
      const emails = Array.from({ length: COUNT }, (_, n) => ({
        ...(n % 2 === 0 && { metadata: { campaign: n % 20 === 0 ? "spring" : "autumn", step: String(n % 3) } }),
        ...(n % 5 === 0 && { tags: n % 4 === 0 ? ["vip", "a=b"] : ["campaign=spring"] }),
        ...(n % 10 === 1 && { kind: "reply" as const, threadId: n % 40 === 1 ? threadId : ids.objectId() }),
      }));
      await store.acceptedSends.accept(owner.userId, draftsOf(owner.userId, emails, owner));
      const rows = rawSends(await connect());
      const mine = await rows
        .find({ userId: oid(owner.userId) })
        .sort({ _id: 1 })
        .toArray();
      const every = (step: number) => ({ _id: { $in: mine.filter((_, n) => n % step === 0).map(({ _id }) => _id) } });
      await rows.updateMany(every(25), { $set: { repliedAt: new Date() } });
      await rows.updateMany(every(50), { $set: { bouncedAt: new Date() } });
    }
    all = [...(await list({})), ...(await sends.list(userId, {}, { limit: 200, offset: 200 }))];
  }, 60_000);

  it("find what has it and nothing else", async () => {
    expect(all).toHaveLength(COUNT);
    for (const [filter, matches] of filters(threadId, mailbox.id)) {
      const wanted = all.filter(matches).slice(0, 200);
      expect(wanted.length, JSON.stringify(filter)).toBeGreaterThan(0);
      expect(await list(filter), JSON.stringify(filter)).toEqual(wanted);
    }
    expect(await list({ metadata: { campaign: "winter" } })).toEqual([]);
    expect(await list({ metadata: { campaign: "spring=" } })).toEqual([]);
    expect(await list({ tags: ["VIP"] })).toEqual([]);
    expect(await list({ metadata: { a: "b" } })).toEqual([]);
  });

  it("go on behind a row, though many have its date and others come in above", async () => {
    const seen: string[] = [];
    for (let cursor: { at: Date; id: string } | undefined; ;) {
      const rows = await sends.list(userId, {}, { limit: 30, offset: 0, cursor });
      const last = rows.at(-1);
      if (!last) break;
      cursor = { at: last.createdAt, id: last.id };
      seen.push(...rows.map(({ id }) => id));
      await store.acceptedSends.accept(userId, draftsOf(userId, [{}], mailbox));
    }

    expect(seen).toEqual(all.map(({ id }) => id));
    const query = { limit: 10, offset: 0, cursor: { at: all[200]!.createdAt, id: all[200]!.id } };
    const explained = await pageOf(rawSends(await connect()), sendQuery(userId, {}), "createdAt", query).explain("executionStats");
    const { queryPlanner } = explained as { queryPlanner: Document };
    expect(stagesOf(queryPlanner["winningPlan"] as Document)).toContain("IXSCAN");
    expect(stagesOf(queryPlanner["winningPlan"] as Document)).not.toContain("SORT");
  });

  it("cancel a thousand a step, until none waits", async () => {
    const metadata = { campaign: "stop" };
    const other = aMailbox({ userId: ids.objectId() });
    await mongoWallets(connect).topUp(other.userId, 1_200, "test");
    await store.acceptedSends.accept(
      other.userId,
      draftsOf(
        other.userId,
        Array.from({ length: 1_200 }, () => ({ metadata })),
        other,
      ),
    );
    const step = async () => [
      (await sends.cancelMany(other.userId, { metadata })).size,
      await sends.countUnsent(other.userId, metadata, 900),
    ];

    expect([await step(), await step(), await step()]).toEqual([
      [1_000, 200],
      [200, 0],
      [0, 0],
    ]);
  });

  it("tell what left a mailbox in a day and what waits there until a time", async () => {
    const [one, two] = [aMailbox({ userId: ids.objectId() }), aMailbox({ userId: ids.objectId() })];
    for (const box of [one, two]) {
      await mongoWallets(connect).topUp(box.userId, 10, "test");
      const drafts = draftsOf(box.userId, [{}, {}, {}, { scheduledAt: new Date(Date.now() + 9_000_000) }], box);
      await store.acceptedSends.accept(box.userId, drafts);
      const left = (n: number, ms: number) => [drafts[n]!.send, new Date(Date.now() - ms)] as const;
      for (const [{ id }, countedAt] of [left(0, 60_000), left(1, 90_000_000)])
        await rawSends(await connect()).updateOne({ _id: oid(id) }, { $set: { status: "sent", countedAt }, $unset: { dueAt: true } });
    }

    const soon = await sends.loads([one.id], new Date(Date.now() + 60_000));
    const later = await sends.loads([one.id, two.id], new Date(Date.now() + 9_999_999));

    const lengths = [...soon.byMailbox, ...later.byMailbox].map(([id, { counted, waiting }]) => [id, counted.length, waiting.length]);
    expect(lengths).toEqual([
      [one.id, 1, 1],
      [one.id, 1, 2],
      [two.id, 1, 2],
    ]);
    const [database, boxes] = [await connect(), [one, two].map(({ id }) => oid(id))];
    const isCut = async (most: number) => (await loadsOf(database, boxes, new Date(Date.now() + 9_999_999), { most })).isCut;
    expect([soon.isCut, await isCut(4), await isCut(3)]).toEqual([false, false, true]);
    expect(soon.byMailbox.get(one.id)?.waiting[0]).toMatchObject({ id: expect.stringMatching(/^[0-9a-f]{24}$/), dueAt: expect.any(Date) });
  });

  it("read little more than their page, by an index", async () => {
    const rows = rawSends(await connect());
    for (const [filter] of filters(threadId, mailbox.id)) {
      const query = { ...sendQuery(userId, filter), ...(filter.threadId !== undefined && { threadId: oid(filter.threadId) }) };
      const explained = await rows.find(query).sort(newestFirst).limit(10).explain("executionStats");
      const { queryPlanner, executionStats } = explained as { queryPlanner: Document; executionStats: Document };
      const stages = stagesOf(queryPlanner["winningPlan"] as Document);

      expect(stages, JSON.stringify(filter)).not.toContain("COLLSCAN");
      expect(stages, JSON.stringify(filter)).not.toContain("SORT");
      expect(executionStats["totalDocsExamined"], JSON.stringify(filter)).toBeLessThanOrEqual(40);
    }
  });
});
