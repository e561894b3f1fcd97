import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import type { Database } from "#shared/platform/mongo/database.ts";
import { eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoEventOutbox } from "#shared/events/store/event-outbox.ts";
import { type EventType, type FeedEvent, orderOf } from "#shared/events/event.ts";
import { describeOnMongo, TEST_ONLY } from "#test/support/port-suite.ts";

const AT = new Date("2026-11-21T09:00:00Z");

/** Puts sends with pending events into the store; answers their ids. */
const sendsWithEvents = async (database: Database, userId: ObjectId, count: number, types: readonly EventType[] = ["send.sent"]) => {
  const rows = Array.from({ length: count }, () => ({
    _id: new ObjectId(),
    userId,
    messageId: new ObjectId().toHexString(),
    toEmail: "jane@example.com",
    status: "sent",
    sealed: "never told",
    firstEta: AT,
    news: types.map((type) => ({ type, at: AT })),
    newsAt: AT,
  }));
  await database.collection("sends").insertMany(rows);
  return rows.map(({ _id }) => _id.toHexString());
};

const typesOf = (events: readonly FeedEvent[]) => events.map(({ type }) => type);
const numbersOf = (events: readonly FeedEvent[]) => events.map(({ sequence }) => sequence);
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

describeOnMongo("events", (connect) => {
  const eventOutbox = mongoEventOutbox(connect);
  const feeds = mongoFeeds(connect);

  it("are published once each and numbered without a gap, however many workers publish the same events at once", async () => {
    const userId = new ObjectId();
    const ids = await sendsWithEvents(await connect(), userId, 60, ["send.sent", "send.replied"]);
    const overlapping = Array.from({ length: 12 }, (_, i) => ids.slice(i * 4, i * 4 + 20));

    await Promise.all(overlapping.map((some) => eventOutbox.publish("sends", some)));
    await eventOutbox.publish("sends", ids);

    const { events, through } = await feeds.read(userId.toHexString(), { limit: 200 });
    expect(numbersOf(events)).toEqual(upTo(120));
    expect(through).toBe(120);
    expect(new Set(events.map(({ type, data }) => `${type} ${String(data["id"])}`)).size).toBe(120);
    for (const id of ids) expect(typesOf(events.filter(({ data }) => data["id"] === id))).toEqual(["send.sent", "send.replied"]);
  });

  it("are read in their order by one who reads on from the last cursor while they are published", async () => {
    const userId = new ObjectId();
    const ids = await sendsWithEvents(await connect(), userId, 60);
    const publishing = Promise.all(Array.from({ length: 12 }, (_, i) => eventOutbox.publish("sends", ids.slice(i * 5, i * 5 + 5))));

    const seen: FeedEvent[] = [];
    let after = 0;
    let done = false;
    void publishing.then(() => (done = true));
    for (let last = false; !last;) {
      last = done;
      const page = await feeds.read(userId.toHexString(), { after, limit: 7 });
      seen.push(...page.events);
      after = page.through;
      if (page.events.length === 7) last = false;
    }

    expect(numbersOf(seen)).toEqual(upTo(60));
  });

  it("tell what they happened to, without anything that is not for the account", async () => {
    const userId = new ObjectId();
    const [id = ""] = await sendsWithEvents(await connect(), userId, 1);

    expect(await eventOutbox.publish("sends", [id])).toEqual([]);

    const { events } = await feeds.read(userId.toHexString(), { limit: 10 });
    expect(events).toMatchObject([{ type: "send.sent", sequence: 1, at: AT, data: { id, toEmail: "jane@example.com", status: "sent" } }]);
    expect(JSON.stringify(events)).not.toContain("never told");
    await eventOutbox.publish("sends", [id]);
    expect((await feeds.read(userId.toHexString(), { limit: 10 })).events).toHaveLength(1);
  });

  it("of a sent email keep its forecast for the metrics alone", async () => {
    const [database, userId] = [await connect(), new ObjectId()];
    await eventOutbox.publish("sends", await sendsWithEvents(database, userId, 1, ["send.sent", "send.replied"]));

    const stored = await eventsOf(database).find({ userId }, TEST_ONLY).sort({ sequence: 1 }).toArray();
    expect(stored.map(({ eta }) => eta)).toEqual([AT, undefined]);
    expect(JSON.stringify(await feeds.read(userId.toHexString(), { limit: 9 }))).not.toMatch(/eta"/i);
  });

  it("have places in random steps within a publication, and each publication a time of its own", async () => {
    const [database, userId] = [await connect(), new ObjectId()];
    for (let n = 0; n < 5; n += 1) await eventOutbox.publish("sends", await sendsWithEvents(database, userId, 40));

    const { events } = await feeds.read(userId.toHexString(), { limit: 200 });
    const orders = events.map(orderOf);
    expect(orders).toEqual(orders.toSorted());
    expect(new Set(orders).size).toBe(200);
    expect(new Set(events.map(({ createdAt }) => createdAt.getTime())).size).toBe(5);
    const steps = events.map(({ place = 0 }, n) => place - (n % 40 === 0 ? 0 : (events[n - 1]?.place ?? 0)));
    expect(steps.every((step) => step >= 1 && step <= 8)).toBe(true);
    expect(new Set(steps).size).toBeGreaterThan(4);
    // Nor do ids count what was made between two of them.
    const counters = events.map(({ id }) => Number.parseInt(id.slice(-6), 16));
    expect(counters.filter((counter, n) => n > 0 && Math.abs(counter - counters[n - 1]!) < 100).length).toBeLessThan(5);
  });

  it("of a clock that goes back come later all the same", async () => {
    const [database, userId] = [await connect(), new ObjectId()];
    const ahead = new Date(Date.now() + 3_600_000);
    await feedsOf(database).insertOne({ _id: userId, sequence: 0, at: ahead });
    for (let n = 0; n < 2; n += 1) await eventOutbox.publish("sends", await sendsWithEvents(database, userId, 1));

    const { events } = await feeds.read(userId.toHexString(), { limit: 9 });
    expect(events.map(({ createdAt }) => createdAt.getTime() - ahead.getTime())).toEqual([1, 2]);
  });

  it("are found by type, and the cursor passes what the type leaves out", async () => {
    const userId = new ObjectId();
    const ids = await sendsWithEvents(await connect(), userId, 3, ["send.sent", "send.bounced"]);
    await eventOutbox.publish("sends", ids);

    const bounced = await feeds.read(userId.toHexString(), { type: "send.bounced", limit: 2 });
    const rest = await feeds.read(userId.toHexString(), { type: "send.bounced", limit: 2, after: bounced.through });

    expect(typesOf([...bounced.events, ...rest.events])).toEqual(["send.bounced", "send.bounced", "send.bounced"]);
    expect(rest.through).toBe(6);
  });

  it("are read from the feed's end by one who has no cursor, and no page is missed after it", async () => {
    const userId = new ObjectId();
    const read = (query: object) => feeds.read(userId.toHexString(), { limit: 4, ...query });
    await eventOutbox.publish("sends", await sendsWithEvents(await connect(), userId, 3, ["send.sent", "send.bounced"]));

    const latest = await read({ latest: true });
    await eventOutbox.publish("sends", await sendsWithEvents(await connect(), userId, 1, ["send.sent"]));
    const next = await read({ after: latest.through });

    expect(latest.events.map(({ sequence }) => sequence)).toEqual([3, 4, 5, 6]);
    expect({ through: latest.through, more: latest.more }).toEqual({ through: 6, more: false });
    expect(await read({ latest: true, type: "send.bounced", limit: 1 })).toMatchObject({ through: 7, more: false });
    expect(next.events.map(({ sequence }) => sequence)).toEqual([7]);
    expect((await read({ latest: true, limit: 50 })).events).toHaveLength(7);
  });

  it("belong to their account alone", async () => {
    const [mine, theirs] = [new ObjectId(), new ObjectId()];
    const ids = [...(await sendsWithEvents(await connect(), mine, 1)), ...(await sendsWithEvents(await connect(), theirs, 1))];

    await eventOutbox.publish("sends", ids);

    expect(numbersOf((await feeds.read(mine.toHexString(), { limit: 10 })).events)).toEqual([1]);
    expect((await feeds.read(new ObjectId().toHexString(), { limit: 10 })).events).toEqual([]);
  });

  it("that have been deleted behind a cursor are told to its reader, and to nobody else", async () => {
    const userId = new ObjectId();
    await eventOutbox.publish("sends", await sendsWithEvents(await connect(), userId, 5));
    await eventsOf(await connect()).deleteMany({ userId, sequence: { $lte: 3 } }, TEST_ONLY);
    const read = (after?: number) => feeds.read(userId.toHexString(), { after, limit: 10 });

    expect((await read(1)).expired).toBe(true);
    expect((await read(2)).expired).toBe(true);
    expect((await read(3)).expired).toBe(false);
    expect((await read(5)).expired).toBe(false);
    const anew = await read();
    expect([anew.expired, numbersOf(anew.events)]).toEqual([false, [4, 5]]);
    await eventsOf(await connect()).deleteMany({ userId }, TEST_ONLY);
    expect((await read(4)).expired).toBe(true);
    expect((await read(5)).expired).toBe(false);
  });

  it("whose worker died are found by the time they wait", async () => {
    const userId = new ObjectId();
    const ids = await sendsWithEvents(await connect(), userId, 2);

    const found = (await eventOutbox.forgotten(60_000)).find(({ source }) => source === "sends");

    expect(found?.ids).toEqual(expect.arrayContaining(ids));
    await eventOutbox.publish("sends", found?.ids ?? []);
    expect((await eventOutbox.forgotten(60_000)).find(({ source }) => source === "sends")).toBeUndefined();
  });
});
