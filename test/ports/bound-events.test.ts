// What a bound key reads of its account's feed: its own events in order, by cursors that tell no count.
import { ObjectId } from "mongodb";
import { expect, it } from "vitest";
import { orderOf, positionIn, positionOut } from "#shared/events/event.ts";
import type { WithinQuery } from "#shared/events/publish.ts";
import { eventsOf, feedsOf } from "#shared/events/store/event-documents.ts";
import { mongoFeeds } from "#shared/events/store/feeds.ts";
import { ids } from "#shared/platform/system.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

describeOnMongo("a bound key's events", (connect) => {
  const [mine, theirs] = [ids.objectId(), ids.objectId()];
  const NOW = Date.now();
  const MINUTE = 60_000;
  interface Given {
    readonly mailboxId?: string;
    readonly type?: string;
    readonly ageMs?: number;
    readonly place?: number;
    readonly data?: object;
  }

  /** A feed with these events, numbered from `first`. */
  const feedOf = async (given: readonly Given[], first = 1) => {
    const [database, userId] = [await connect(), new ObjectId()];
    const rows = given.map(({ mailboxId = theirs, type = "send.sent", ageMs = MINUTE, data, ...more }, n) => {
      const createdAt = new Date(NOW - ageMs);
      return { _id: new ObjectId(), userId, type, sequence: first + n, at: createdAt, createdAt, data: data ?? { mailboxId }, ...more };
    });
    if (rows.length > 0) await eventsOf(database).insertMany(rows as never);
    await feedsOf(database).insertOne({ _id: userId, sequence: first + rows.length - 1, at: new Date() });
    const query = { mailboxIds: [mine], tenants: ["a"], limit: 50 };
    const read = (more: Partial<WithinQuery> = {}) => mongoFeeds(connect).readWithin(String(userId), { ...query, ...more });
    return { database, userId, read };
  };
  const numbers = ({ events }: { readonly events: readonly { readonly sequence: number }[] }) => events.map(({ sequence }) => sequence);
  const timeOf = (cursor: string) => positionIn(cursor)?.ms ?? Number.NaN;

  it("have cursors that tell the time, and neither that nor what others did", async () => {
    const quiet = await feedOf([{ mailboxId: mine, ageMs: 60 * MINUTE, place: 3 }]);
    const busy = await feedOf([
      ...Array.from({ length: 1_500 }, (_, n) => ({ ageMs: 90 * MINUTE, place: n + 1 })),
      { mailboxId: mine, ageMs: 60 * MINUTE, place: 3 },
      ...Array.from({ length: 1_500 }, (_, n) => ({ ageMs: MINUTE, place: n + 1 })),
    ]);

    for (const { read } of [quiet, busy]) {
      const page = await read();
      expect([page.events.length, page.more]).toEqual([1, false]);
      expect(Math.abs(timeOf(page.through) - (Date.now() - 2 * MINUTE))).toBeLessThan(MINUTE);
      const next = await read({ after: page.through });
      expect([next.events, next.more, next.expired]).toEqual([[], false, false]);
      expect((await read({ latest: true })).events).toHaveLength(1);
      expect(await read({ type: "send.failed" })).toMatchObject({ events: [], more: false });
    }
  });

  it("that are younger than the time of the end are read once, and no cursor goes back", async () => {
    const { read } = await feedOf([
      { mailboxId: mine, ageMs: 5_000, place: 3 },
      { place: 4, ageMs: 4_000 },
    ]);
    const page = await read();

    expect(page.through).toBe(orderOf(page.events[0]!));
    expect(await read({ after: page.through })).toMatchObject({ events: [], through: page.through, more: false });
  });

  it("are read on in order from any of them, within what was published together too", async () => {
    const given = Array.from({ length: 12 }, (_, n) => ({
      mailboxId: n % 3 === 0 ? theirs : mine,
      ageMs: MINUTE * (12 - Math.floor(n / 5)),
      place: 2 * n + 1,
    }));
    const { read } = await feedOf(given);

    for (const limit of [1, 2, 3, 7]) {
      const seen: number[] = [];
      for (let after: string | undefined, more = true; more;) {
        const page = await read({ after, limit });
        seen.push(...numbers(page));
        [after, more] = [page.through, page.more];
      }
      expect(seen).toEqual([2, 3, 5, 6, 8, 9, 11, 12]);
    }
  });

  it("of older versions, which have no place, keep their order, and a client's number from then goes on", async () => {
    const old = Array.from({ length: 6 }, (_, n) => ({ mailboxId: n % 2 === 0 ? mine : theirs, ageMs: 20 * MINUTE }));
    const { read } = await feedOf([...old, { mailboxId: mine, place: 4 }, { place: 5 }, { mailboxId: mine, place: 9 }], 41);

    const seen: number[] = [];
    for (let after: string | undefined, more = true; more;) {
      const page = await read({ after, limit: 1 });
      seen.push(...numbers(page));
      [after, more] = [page.through, page.more];
    }
    expect(seen).toEqual([41, 43, 45, 47, 49]);
    expect((await read()).events.map(orderOf)).toEqual((await read()).events.map(orderOf).toSorted());
    expect(numbers(await read({ after: "43" }))).toEqual([45, 47, 49]);
    // Of what came since then a number tells nothing: neither where it is, nor whether it is there.
    const guessed = await Promise.all(["47", "48", "49", "50", "1000000"].map((after) => read({ after })));
    expect(new Set(guessed.map(({ expired }) => expired))).toEqual(new Set([true]));
  });

  it("that were deleted behind a cursor are told by its age alone", async () => {
    const DAY_MS = 24 * 60 * MINUTE;
    const at = (ageMs: number) => positionOut({ ms: NOW - ageMs, place: 5 });
    const kept = await feedOf([{ mailboxId: mine, ageMs: 29 * DAY_MS, place: 5 }], 500);
    const young = await feedOf([{ mailboxId: mine, ageMs: MINUTE, place: 5 }]);

    expect((await kept.read({ after: at(31 * DAY_MS) })).expired).toBe(true);
    expect((await kept.read({ after: at(29.5 * DAY_MS) })).expired).toBe(false);
    expect(await kept.read({ after: at(29 * DAY_MS) })).toMatchObject({ events: [], expired: false });
    expect((await young.read({ after: at(31 * DAY_MS) })).expired).toBe(false);
    expect((await (await feedOf([], 7)).read({ after: at(31 * DAY_MS) })).expired).toBe(true);
    const nothing = await mongoFeeds(connect).readWithin(ids.objectId(), { mailboxIds: [mine], tenants: [], limit: 5 });
    expect(nothing).toEqual({ events: [], through: "0".repeat(20), expired: false, more: false });
    expect(numbers(await young.read({ after: nothing.through }))).toEqual([1]);
  });

  it("of a type, of the mailbox itself and of its tenant's links are among them; a thousand are searched for a type", async () => {
    const given = [
      { type: "mailbox.error", data: { id: mine } },
      { type: "mailbox.error", data: { id: theirs } },
      { type: "connect_link.failed", data: { id: "1", tenant: "a" } },
      { type: "connect_link.failed", data: { id: "2", tenant: "b" } },
      { type: "connect_link.completed", data: { id: "3", tenant: "a", mailboxId: theirs } },
      ...Array.from({ length: 1_200 }, () => ({ mailboxId: mine })),
      { type: "send.failed", mailboxId: mine },
    ].map((one, n) => ({ ...one, place: n + 1 }));
    const { read } = await feedOf(given);

    expect(numbers(await read({ limit: 3 }))).toEqual([1, 3, 6]);
    const first = await read({ type: "send.failed" });
    expect([numbers(first), first.more]).toEqual([[], true]);
    expect(numbers(await read({ type: "send.failed", after: first.through }))).toEqual([given.length]);
    expect(numbers(await read({ type: "send.failed", latest: true }))).toEqual([given.length]);
    expect(numbers(await read({ latest: true, limit: 2 }))).toEqual([given.length - 1, given.length]);
  });
});
