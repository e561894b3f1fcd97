import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { ledgerOf, walletsOf } from "#shared/accounts/store/users.ts";
import { type EventDocument, eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { mongoMetrics } from "#shared/metrics/store.ts";
import { countForgotten, countUp, type Metrics } from "#shared/metrics/count-up.ts";
import type { CountedAcceptance, CountedEvent } from "#shared/metrics/data-points.ts";
import { readMetrics } from "#shared/metrics/read-metrics.ts";
import { spanOf } from "#shared/metrics/counts.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { memoryMetrics } from "#test/support/memory/metrics.ts";
import { describeOnMongo, describePort, TEST_ONLY } from "#test/support/port-suite.ts";
import { rawSends } from "#test/support/raw-sends.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The day before yesterday: rows of three months ago expire. */
const DAY = Math.floor(Date.now() / DAY_MS - 2) * DAY_MS;
const AT = new Date(DAY + 9.5 * HOUR_MS);
const MAILBOX = "655f1c2e9b1e8a00123456aa";
const clock = { now: () => AT };
const span = (by?: "mailbox" | "tag") => spanOf({ interval: "hour", by }, new Date(DAY + DAY_MS));
const PAGE = { limit: 1000, offset: 0 };

const anEvent = (type: CountedEvent["type"], data: object = {}): CountedEvent => ({
  type,
  at: AT,
  createdAt: AT,
  data: { mailboxId: MAILBOX, ...data },
});
const sent = (n: number) => Array.from({ length: n }, () => anEvent("send.sent"));
const accepted = (n: number): CountedAcceptance[] => Array.from({ length: n }, () => ({ mailboxId: MAILBOX, at: AT }));

interface World {
  readonly metrics: Metrics;
  /** Events and accepted sends of an account, as they are found. */
  readonly happen: (userId: string, events: readonly CountedEvent[], accepted: readonly CountedAcceptance[]) => Promise<void>;
}

const inMemory = (): World => {
  const { metrics, accountOf } = memoryMetrics();
  return {
    metrics,
    happen: async (userId, events, emails) => {
      accountOf(userId).events.push(...events);
      accountOf(userId).accepted.push(...emails);
    },
  };
};

const inMongo = (connect: Connect): World => ({
  metrics: mongoMetrics(connect),
  happen: async (user, events, emails) => {
    const [database, userId] = [await connect(), new ObjectId(user)];
    const since = { $set: { uncountedSince: AT } };
    const feed = await feedsOf(database).findOneAndUpdate(
      { _id: userId },
      { $inc: { sequence: events.length }, ...since },
      { upsert: true },
    );
    const wallet = await walletsOf(database).findOneAndUpdate(
      { _id: userId },
      { $inc: { accepted: emails.length }, ...since },
      { upsert: true },
    );
    const rows = events.map((event, i) => ({ _id: new ObjectId(), userId, sequence: (feed?.sequence ?? 0) + i + 1, ...event }));
    if (rows.length > 0) await eventsOf(database).insertMany(rows as EventDocument[]);
    for (const [i, { at, mailboxId, ...email }] of emails.entries()) {
      const _id = new ObjectId();
      const row = { _id, userId, type: "charge", sendId: _id, number: (wallet?.accepted ?? 0) + i + 1, createdAt: at };
      await ledgerOf(database).insertOne(row as never);
      await rawSends(database).insertOne({ _id, userId, messageId: String(_id), mailboxId: new ObjectId(mailboxId), ...email } as never);
    }
  },
});

const account = () => new ObjectId().toHexString();

describePort<World>("metrics", { memory: inMemory, mongo: inMongo }, ({ metrics, happen }) => {
  const totals = async (userId: string) =>
    (await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span(), PAGE)).totals;

  it("count each event and each accepted email once, though two count at once and more comes meanwhile", async () => {
    const userId = account();
    await happen(userId, sent(450), accepted(230));

    await Promise.all([countUp(metrics, userId), countUp(metrics, userId), countForgotten({ metrics, clock })]);
    await happen(userId, sent(3), []);

    expect(await totals(userId)).toMatchObject({ sent: 453, accepted: 230, failed: 0 });
    expect(await totals(userId)).toMatchObject({ sent: 453, accepted: 230 });
  });

  it("tell when there is more than an answer waits for, and go on with the next", async () => {
    const userId = account();
    await happen(userId, sent(4_100), []);

    const first = await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span(), PAGE);
    const second = await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span(), PAGE);

    expect([first.caughtUp, first.totals.sent]).toEqual([false, 4_000]);
    expect([second.caughtUp, second.totals.sent]).toEqual([true, 4_100]);
  });

  it("have the mailbox, domain, kind and tags of what happened, and are read by page", async () => {
    const userId = account();
    await happen(userId, [anEvent("send.sent", { tags: ["b", "a", "a"], kind: "reply" }), anEvent("send.failed", { tags: ["a"] })], []);

    const byTag = await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span("tag"), PAGE);
    const pages = await Promise.all([0, 1, 2].map((offset) => metrics.rows(userId, span("tag"), { limit: 1, offset })));

    expect(byTag.metrics.map(({ key, sent: left, failed }) => `${key} ${left} ${failed}`).toSorted()).toEqual(["a 1 1", "b 1 0"]);
    expect(pages.flat().map(({ key }) => key)).toEqual(byTag.metrics.map(({ key }) => key));
    expect((await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span("mailbox"), PAGE)).metrics).toMatchObject([
      { key: MAILBOX, sent: 1, failed: 1 },
    ]);
    expect(byTag.totals).toMatchObject({ sent: 1, failed: 1 });
  });

  it("are behind until all is counted, and no account waits for another's", async () => {
    const [busy, calm] = [account(), account()];
    await happen(busy, sent(700), []);
    await happen(calm, sent(1), accepted(1));
    expect(await metrics.behind()).toEqual(expect.arrayContaining([busy, calm]));
    const { from } = await metrics.uncounted(calm);

    await metrics.settle(calm, from);
    expect(await metrics.behind()).toContain(calm);
    await countForgotten({ metrics, clock });

    expect(await metrics.behind()).toEqual([]);
    expect((await metrics.uncounted(busy)).from).toEqual({ sequence: 700, accepted: 0 });
  });

  it("stay behind where only events, or only accepted emails, came after what was counted", async () => {
    const [told, accepting] = [account(), account()];
    await happen(told, sent(1), []);
    await happen(accepting, [], accepted(1));
    for (const one of [told, accepting]) await metrics.settle(one, { sequence: 0, accepted: 0 });

    expect(await metrics.behind()).toEqual(expect.arrayContaining([told, accepting]));
    await countForgotten({ metrics, clock });
    expect(await metrics.behind()).toEqual([]);
  });

  it("of a sweep stop at its time, after each account had its turn", async () => {
    const [busy, calm] = [account(), account()];
    await happen(busy, sent(900), []);
    await happen(calm, sent(1), []);
    let looks = 0;
    const passing = { now: () => new Date(AT.getTime() + (looks += 1) * 4_000) };

    await countForgotten({ metrics, clock: passing });

    expect((await metrics.uncounted(busy)).from.sequence).toBe(400);
    expect((await metrics.uncounted(calm)).from.sequence).toBe(1);
    await countForgotten({ metrics, clock });
    expect((await metrics.uncounted(busy)).from.sequence).toBe(900);
  });
});

describeOnMongo("metrics", (connect) => {
  const metrics = mongoMetrics(connect);
  const { happen } = inMongo(connect);

  it("go on after events that were deleted for their age before anybody counted them", async () => {
    const userId = account();
    await happen(userId, sent(5), []);
    await eventsOf(await connect()).deleteMany({ userId: new ObjectId(userId), sequence: { $lte: 5 } }, TEST_ONLY);

    await countForgotten({ metrics, clock });

    expect(await metrics.behind()).not.toContain(userId);
    await happen(userId, sent(2), []);
    expect((await readMetrics({ metrics, isInMaintenance: async () => false }, userId, span(), PAGE)).totals.sent).toBe(2);
  });

  it("know the domain of a deleted mailbox, and of a link's click its email", async () => {
    const [userId, sendId] = [account(), new ObjectId()];
    const database = await connect();
    const box = { _id: new ObjectId(), userId: new ObjectId(userId), email: "ann@Shop.example", deletedAt: AT };
    await mailboxesOf(database).insertOne(box as never);
    await rawSends(database).insertOne({
      _id: sendId,
      userId: box.userId,
      messageId: userId,
      mailboxId: box._id,
      tags: ["spring"],
    } as never);
    const click = { type: "suppression.added" as const, at: AT, createdAt: AT, data: { reason: "unsubscribed", sendId: String(sendId) } };

    await happen(userId, [click], []);
    await countUp(metrics, userId);

    const row = async (by: "domain" | "tag" | "kind") => (await metrics.rows(userId, { ...span(), by }, PAGE))[0];
    expect(await row("domain")).toMatchObject({ key: "shop.example", counts: { unsubscribed: 1 } });
    expect(await row("tag")).toMatchObject({ key: "spring" });
    expect(await row("kind")).toMatchObject({ key: "first" });
  });

  it("know which bounce each event reports, though several were recorded before one was published", async () => {
    const [userId, id] = [new ObjectId(), new ObjectId()];
    const bounces = ["5.1.1", "4.4.1", "5.2.2"].map((status) => ({ email: "", status, reason: "", at: AT }));
    const news = ["send.bounced", "send.sent", "send.bounced"].map((type) => ({ type, at: AT }));
    await rawSends(await connect()).insertOne({ _id: id, userId, messageId: String(id), bounces, news, newsAt: AT } as never);

    await mongoEventOutbox(connect).publish("sends", [String(id)]);

    const events = await eventsOf(await connect())
      .find({ userId }, TEST_ONLY)
      .sort({ sequence: 1 })
      .toArray();
    expect(events.map(({ type, bounce }) => [type, bounce])).toEqual([
      ["send.bounced", 1],
      ["send.sent", undefined],
      ["send.bounced", 2],
    ]);
  });

  it("that are up to date cost an answer five short reads", async () => {
    const userId = account();
    await happen(userId, sent(20), []);
    await countUp(metrics, userId);

    const { commands, read } = await countDocuments(connect, () =>
      readMetrics({ metrics, isInMaintenance: async () => false }, userId, span(), PAGE),
    );

    expect([commands, read]).toEqual([5, 5]);
  });
});
