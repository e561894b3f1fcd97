// Lists, feeds and metrics of some mailboxes among many (api/README.md, "Tenants and bound keys").
import { ObjectId } from "mongodb";
import { beforeAll, expect, it } from "vitest";
import { mongoBounds } from "#shared/accounts/store/api-keys.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { mongoMetrics } from "#shared/metrics/store.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { sendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import type { Page } from "#shared/platform/ports.ts";
import { readMetrics } from "#shared/metrics/read-metrics.ts";
import { ids } from "#shared/platform/system.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";
import { aSend } from "#test/support/inbox-store.ts";

const MAILBOXES = 1000;
const DAY = new Date("2026-11-20T00:00:00Z");

describeOnMongo("a tenant with 1,000 mailboxes", (connect) => {
  const userId = ids.objectId();
  const boxes = Array.from({ length: MAILBOXES }, () => aMailbox({ userId, tenant: "large" }));
  const mailboxIds = boxes.map(({ id }) => id);
  const other = aMailbox({ userId, tenant: "small" });
  const sends = mongoSends(connect);
  const at = (n: number) => new Date(Date.UTC(2026, 10, 20) + n);
  let newest: readonly string[] = [];

  beforeAll(async () => {
    const database = await connect();
    // Two of each mailbox, and as many of another tenant, newer than all of them.
    const own = [...boxes, ...boxes].map((mailbox, n) => aSend(mailbox, { createdAt: at(Math.floor(n / 3)) }));
    const foreign = boxes.map((_, n) => aSend(other, { createdAt: at(10_000 + n) }));
    await sendsOf(database).insertMany([...own, ...foreign].map(sendDocument));
    const order = own.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || (a.id < b.id ? 1 : -1));
    newest = order.map(({ id }) => id);
  }, 120_000);

  const listed = async (page: Page, more: object = {}) => (await sends.list(userId, { mailboxIds, ...more }, page)).map(({ id }) => id);

  it("lists its sends newest first, by pages and cursors, and none of another", async () => {
    expect(await listed({ limit: 50, offset: 0 })).toEqual(newest.slice(0, 50));
    expect(await listed({ limit: 50, offset: 130 })).toEqual(newest.slice(130, 180));
    const [last] = await sends.list(userId, { mailboxIds }, { limit: 1, offset: 70 });
    expect(await listed({ limit: 50, offset: 0, cursor: { at: last!.createdAt, id: last!.id } })).toEqual(newest.slice(71, 121));
    expect(await listed({ limit: 5, offset: 0 }, { mailboxId: other.id })).toEqual([]);
    expect(await sends.list(userId, { mailboxIds: [] }, { limit: 5, offset: 0 })).toEqual([]);
  });

  it("reads a page with ten commands and no more than ten pages of documents", async () => {
    const { commands, read } = await countDocuments(connect, () => listed({ limit: 50, offset: 0 }));

    expect(commands).toBeLessThanOrEqual(10);
    expect(read).toBeLessThanOrEqual(500);
  });

  it("cancels and counts within it alone", async () => {
    const metadata = { campaign: "x" };
    const [mine, theirs] = [aSend(boxes[0]!, { metadata, status: "queued" }), aSend(other, { metadata, status: "queued" })];
    await sendsOf(await connect()).insertMany([mine, theirs].map((send) => sendDocument({ ...send, dueAt: DAY })));

    expect(await sends.countUnsent(userId, metadata, 10, { mailboxIds })).toBe(1);
    expect([...(await sends.cancelMany(userId, { ids: [mine.id, theirs.id] }, { mailboxIds })).entries()]).toEqual([
      [mine.id, "cancelled"],
    ]);
    expect((await sends.find(userId, theirs.id))?.status).toBe("queued");
  });

  it("is bound by its mailboxes as they are now, and a merged conversation by its former ids", async () => {
    const database = await connect();
    const bounds = mongoBounds(connect);
    const [_id, alias] = [new ObjectId(), new ObjectId()];
    await database.collection("mailboxes").insertOne({ _id: oid(other.id), userId: oid(userId), tenant: "small" });
    await database.collection("threads").insertOne({ _id, userId: oid(userId), mailboxId: oid(other.id), aliasIds: [alias] });

    for (const id of [_id, alias]) expect(await bounds.mailboxOf(userId, "thread", String(id))).toEqual({ id: other.id, tenant: "small" });
    expect(await bounds.mailboxOf(ids.objectId(), "thread", String(_id))).toBeUndefined();
    expect(await bounds.mailboxIds(userId, { tenant: "small" })).toEqual([other.id]);
    expect(await bounds.mailboxIds(userId, { tenant: "large", mailboxIds: [other.id] })).toEqual([]);
  });
});

describeOnMongo("some mailboxes' events", (connect) => {
  it("are read from a window of the feed that moves on, those of a mailbox by its id", async () => {
    const [userId, mine, theirs] = [new ObjectId(), ids.objectId(), ids.objectId()];
    const database = await connect();
    const event = (sequence: number, data: object, type = "send.sent") => ({
      _id: new ObjectId(),
      userId,
      type,
      sequence,
      at: DAY,
      createdAt: DAY,
      data,
    });
    const rows = Array.from({ length: 2_500 }, (_, n) => event(n + 1, { id: ids.objectId(), mailboxId: n % 900 === 0 ? mine : theirs }));
    rows[5] = event(6, { id: mine }, "mailbox.error");
    rows[6] = event(7, { id: mine }, "suppression.added");
    // What came before has been deleted for its age.
    await eventsOf(database).insertMany(rows.slice(3) as never);
    await feedsOf(database).insertOne({ _id: userId, sequence: 2_500, at: DAY });
    const feeds = mongoFeeds(connect);

    const pages: (readonly number[])[] = [];
    for (let after: number | undefined; ;) {
      const page = await feeds.read(String(userId), { after, mailboxIds: [mine], limit: 50 });
      pages.push(page.events.map(({ sequence }) => sequence));
      after = page.through;
      if (!page.more) break;
    }

    expect(pages).toEqual([[6, 901], [1801], []]);
    const latest = await feeds.read(String(userId), { latest: true, mailboxIds: [mine], limit: 1 });
    expect(latest.events.map(({ sequence }) => sequence)).toEqual([1801]);
    const full = await feeds.read(String(userId), { after: 3, mailboxIds: [mine], limit: 1 });
    expect([full.events.length, full.through, full.more]).toEqual([1, 6, true]);
  });
});

describeOnMongo("some mailboxes' metrics", (connect) => {
  const metrics = mongoMetrics(connect);
  const userId = ids.objectId();
  const [one, two, other] = [ids.objectId(), ids.objectId(), ids.objectId()];
  const read = (by: "all" | "mailbox" | "tag", mailboxIds: readonly string[], page: Page = { limit: 10, offset: 0 }) =>
    readMetrics(
      { metrics, isInMaintenance: async () => true },
      userId,
      { interval: "day", by, from: DAY, to: new Date(DAY.getTime() + 3 * 86_400_000), mailboxIds },
      page,
    );

  beforeAll(async () => {
    const expiresAt = new Date("2099-01-01T00:00:00Z");
    const row = (key: string, day: number, sent: number) => ({
      interval: "day" as const,
      by: "mailbox" as const,
      at: new Date(DAY.getTime() + day * 86_400_000),
      key,
      counts: { sent },
      expiresAt,
    });
    await metrics.add(userId, { from: { sequence: 0, accepted: 0 }, to: { sequence: 1, accepted: 0 } }, [
      row(one, 0, 1),
      row(two, 0, 2),
      row(one, 1, 4),
      row(other, 0, 8),
      row(other, 2, 8),
    ]);
  });

  it("are the sums of theirs by period, newest first, and in total", async () => {
    const { metrics: rows, totals } = await read("all", [one, two]);

    expect(rows.map(({ at, key, sent }) => [at.getUTCDate(), key, sent])).toEqual([
      [21, "", 4],
      [20, "", 3],
    ]);
    expect(totals.sent).toBe(7);
    const after = await read("all", [one, two], { limit: 10, offset: 0, cursor: { at: rows[0]!.at, id: rows[0]!.id } });
    expect(after.metrics.map(({ sent }) => sent)).toEqual([3]);
    expect((await read("mailbox", [two])).metrics.map(({ key, sent }) => [key, sent])).toEqual([[two, 2]]);
    expect((await read("all", [])).totals.sent).toBe(0);
  });

  it("are refused by what is not counted for a mailbox, and for too many mailboxes and periods", async () => {
    await expect(read("tag", [one])).rejects.toMatchObject({ details: [{ field: "by" }] });
    await expect(
      read(
        "all",
        Array.from({ length: 20_000 }, () => one),
      ),
    ).rejects.toMatchObject({ details: [{ field: "from" }] });
  });
});
