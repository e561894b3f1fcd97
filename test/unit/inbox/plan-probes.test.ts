import { describe, expect, it, vi } from "vitest";
import { type DueMailbox, planProbes, startSync } from "#shared/inbox/pull/start-sync.ts";
import { intervalMs, MAILBOXES_PER_PROBE, partIn, type RoundPart, shardsOf, WHOLE_ROUND } from "#shared/inbox/pull/polling.ts";
import { POLL_SHARDS } from "#shared/mailboxes/mailbox.ts";
import type { ProbeGroup, SyncTarget } from "#shared/inbox/ports/polls.ts";

const now = Date.parse("2026-11-21T09:00:00Z");
const ROUND_MS = 60_000;
const plan = (due: readonly DueMailbox[]) => planProbes(due, now, ROUND_MS);
const many = (count: number, facts: (n: number) => Partial<DueMailbox> = () => ({})): readonly DueMailbox[] =>
  Array.from({ length: count }, (_, n) => ({ id: `m${n}`, userId: `user${n}`, server: `host${n}`, dueAtMs: 0, ...facts(n) }));

describe("a round's groups", () => {
  it("are planned in steps that grow as the mailboxes do", () => {
    let looked = 0;
    const { filter } = Array.prototype;
    const spy = vi.spyOn(Array.prototype, "filter").mockImplementation(function (this: unknown[], ...args) {
      looked += this.length;
      return filter.apply(this, args);
    });
    const lookedAt = (count: number): number => {
      const due = many(count);
      looked = 0;
      plan(due);
      return looked;
    };
    const [few, most] = [lookedAt(20_000), lookedAt(80_000)];
    spy.mockRestore();

    expect(most).toBeLessThan(5 * few);
  });

  it("name every mailbox once, fifty at most, in a few thousand messages for 100,000 mailboxes in two minutes", () => {
    const due = many(50_000, (n) => ({ server: n % 3 === 0 ? "google" : "outlook", dueAtMs: now + (n % 60) * 1_000 }));

    const groups = plan(due);

    expect(new Set(groups.flatMap(({ mailboxIds }) => mailboxIds)).size).toBe(due.length);
    expect(Math.max(...groups.map(({ mailboxIds }) => mailboxIds.length))).toBeLessThanOrEqual(MAILBOXES_PER_PROBE);
    expect(groups.length).toBeLessThanOrEqual(1_012);
  });

  it("are spread over the round, though all come at once; the longest overdue go first", () => {
    const groups = plan(many(3_000, (n) => ({ dueAtMs: now - n * 1_000 })));
    const delays = groups.map(({ delaySeconds }) => delaySeconds);

    expect(new Set(delays).size).toBe(60);
    expect(Math.max(...delays)).toBeLessThan(60);
    expect(groups.find(({ mailboxIds }) => mailboxIds.includes("m2999"))?.delaySeconds).toBeLessThan(10);
  });

  it("wait until their mailboxes' time comes, and go at once when there are few", () => {
    const due = [...many(10), { id: "later", userId: "late", server: "h", dueAtMs: now + 47_000 }];

    const groups = plan(due);

    expect(groups.map(({ mailboxIds, delaySeconds }) => [mailboxIds.length, delaySeconds])).toEqual([
      [10, 0],
      [1, 50],
    ]);
  });

  it("mix the servers: one that is down costs each group a few mailboxes", () => {
    const groups = plan(many(1_000, (n) => ({ server: n < 80 ? "down.example" : `host${n % 7}` })));
    const down = new Set(many(80).map(({ id }) => id));

    for (const { mailboxIds } of groups) expect(mailboxIds.filter((id) => down.has(id)).length).toBeLessThanOrEqual(20);
    const inFirstSlot = groups
      .filter(({ delaySeconds }) => delaySeconds < 10)
      .map(({ mailboxIds }) => mailboxIds.filter((id) => down.has(id)).length);
    expect(Math.max(...inFirstSlot) - Math.min(...inFirstSlot)).toBeLessThanOrEqual(1);
  });
});

describe("an account's groups", () => {
  it("hold nobody else's mailboxes from half a group on, and the others' hold none of its", () => {
    const groups = plan(many(1_200, (n) => ({ userId: n < 600 ? "large" : n < 624 ? "small" : `user${n}` })));
    const isLarge = (id: string) => Number(id.slice(1)) < 600;

    expect(
      groups
        .filter(({ userId }) => userId === "large")
        .flatMap(({ mailboxIds }) => mailboxIds)
        .toSorted(),
    ).toEqual(
      many(600)
        .map(({ id }) => id)
        .toSorted(),
    );
    for (const { userId, mailboxIds } of groups) {
      expect([undefined, "large"]).toContain(userId);
      expect(mailboxIds.some(isLarge)).toBe(userId === "large");
    }
  });
});

const round = async (pages: readonly (readonly SyncTarget[])[], claimed = (ids: readonly string[]) => ids, at = now) => {
  const asked: (string | undefined)[] = [];
  const groups: ProbeGroup[] = [];
  const report = await startSync({
    syncTargets: {
      page: async (_shard, after) => {
        asked.push(after);
        return { targets: pages[asked.length - 1] ?? [], last: asked.length < pages.length ? String(asked.length) : undefined };
      },
      free: async (targets) => claimed(targets.map(({ id }) => id)),
      queued: async () => undefined,
    },
    probeQueue: { add: async (planned) => void groups.push(...planned) },
    clock: { now: () => new Date(at) },
    pollMinutes: 2,
  });
  return { asked, groups, added: groups.flatMap(({ mailboxIds }) => mailboxIds), report };
};
const target = (id: string, facts: Partial<SyncTarget> = {}): SyncTarget => ({ id, userId: id, server: "h", ...facts });
const ago = (seconds: number) => new Date(now - seconds * 1_000);

describe("a round of start-sync", () => {
  /** A round of six full pages that ends at the call of a port with this number. */
  const endedAt = async (last: number) => {
    const marked = new Set<string>();
    const groups: ProbeGroup[] = [];
    let [calls, pages] = [0, 0];
    const call = () => {
      calls += 1;
      if (calls > last) throw new Error("Task timed out after 60.00 seconds");
    };
    const targets = () => Array.from({ length: 1_000 }, (_, n) => ({ id: `m${pages}-${n}`, userId: `u${pages}-${n}`, server: "h" }));
    const ended = startSync({
      syncTargets: {
        page: async () => {
          call();
          pages += 1;
          return { targets: targets(), last: pages < 6 ? String(pages) : undefined };
        },
        free: async (asked) => {
          call();
          return asked.map(({ id }) => id);
        },
        queued: async (ids) => {
          call();
          for (const id of ids) marked.add(id);
        },
      },
      probeQueue: {
        add: async (planned) => {
          call();
          groups.push(...planned);
        },
      },
      clock: { now: () => new Date(now) },
      pollMinutes: 2,
    });
    const isCut = await ended.then(
      () => false,
      () => true,
    );
    return { isCut, marked, groups, queued: new Set(groups.flatMap(({ mailboxIds }) => mailboxIds)) };
  };

  it("that is cut off at any moment has marked nothing as queued that is not", async () => {
    let cuts = 0;
    for (let call = 0; ; call += 1) {
      const { isCut, marked, queued } = await endedAt(call);
      expect([...marked].filter((id) => !queued.has(id))).toEqual([]);
      if (!isCut) break;
      cuts += 1;
    }
    // Six pages, as many questions and marks, and the queue twice.
    expect(cuts).toBe(20);
  });

  it("queues as it goes, in groups that are full: one that is cut off before its last page has queued the five before", async () => {
    const { groups, queued } = await endedAt(16);

    expect(queued.size).toBe(5_000);
    expect(queued.size / groups.length).toBeGreaterThan(0.9 * MAILBOXES_PER_PROBE);
  });

  it("is shared among any number of calls: together they ask for every shard once, each minute in another order", () => {
    for (const count of [2, 3, 5, 16]) {
      const parts = Array.from({ length: count }, (_, index) => shardsOf({ index, of: count }, now));
      expect(parts.flat().toSorted((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: POLL_SHARDS }, (_, shard) => shard));
    }
    const first = [0, 1, 2, 3].map((minute) => shardsOf({ index: 1, of: 4 }, now + minute * 60_000)[0]);
    expect(first.toSorted((a, b) => Number(a) - Number(b))).toEqual([1, 5, 9, 13]);
    expect(shardsOf(WHOLE_ROUND, now)).toEqual([undefined]);
  });

  it.each<readonly [unknown, RoundPart | undefined]>([
    [{}, WHOLE_ROUND],
    [undefined, WHOLE_ROUND],
    [
      { index: 3, of: 4 },
      { index: 3, of: 4 },
    ],
    ...[
      { index: 4, of: 4 },
      { index: -1, of: 4 },
      { of: 4 },
      { index: 0 },
      { index: 0, of: 17 },
      { index: 0, of: 0 },
      { index: "0", of: "2" },
    ].map((input) => [input, undefined] as const),
  ])("takes the part that its schedule names: %j", (input, part) => {
    if (part === undefined) expect(() => partIn(input)).toThrow("is no part of a round");
    else expect(partIn(input)).toEqual(part);
  });

  it("queues page after page until the last, and only what is free", async () => {
    const { asked, added, report } = await round([[target("a")], [], [target("b"), target("c")]], (ids) => ids.filter((id) => id !== "b"));

    expect(asked).toEqual([undefined, "1", "2"]);
    expect(added).toEqual(["a", "c"]);
    expect(report).toMatchObject({ queued: 2, groups: 1 });
  });

  it("asks each mailbox once an interval, at a turn of its own that late polls do not move", async () => {
    const ids = Array.from({ length: 240 }, (_, n) => n.toString(16).padStart(24, "0"));
    const interval = { hourly: 60, often: 1 };
    const intervalOf = (n: number) => (n % 3 === 0 ? interval.hourly : n % 3 === 1 ? interval.often : undefined);
    const polled = new Map<string, number[]>();
    let at = now;
    for (let minute = 0; minute < 130; minute += 1, at += 60_000) {
      const targets = ids.map((id, n): SyncTarget => {
        const [last] = polled.get(id)?.slice(-1) ?? [];
        const intervalMinutes = intervalOf(n);
        return {
          id,
          userId: id,
          server: "h",
          ...(last !== undefined && { polledAt: new Date(last) }),
          ...(intervalMinutes && { intervalMinutes }),
        };
      });
      const { groups } = await round([targets], undefined, at);
      // Each poll is late in its own way, by up to four seconds.
      for (const { mailboxIds, delaySeconds } of groups)
        for (const id of mailboxIds)
          polled.set(id, [...(polled.get(id) ?? []), at + delaySeconds * 1_000 + ((minute * 7 + ids.indexOf(id)) % 5) * 1_000]);
    }

    for (const [n, id] of ids.entries()) {
      const minutes = intervalOf(n) ?? 2;
      const gaps = (polled.get(id) ?? []).map((time, i, all) => (time - (all[i - 1] ?? time)) / 1_000).slice(3);
      expect(gaps.length).toBeGreaterThanOrEqual(Math.floor(130 / minutes) - 3);
      for (const gap of gaps) expect(Math.abs(gap - minutes * 60)).toBeLessThanOrEqual(9);
    }
  });

  it("spreads mailboxes that were all polled at one moment over their next interval", async () => {
    const targets = Array.from({ length: 2_400 }, (_, n) => target(n.toString(16).padStart(24, "0"), { polledAt: ago(1) }));
    const [first, second] = [await round([targets]), await round([targets], undefined, now + 60_000)];

    // Turns of the first 55 seconds of 120, then those of the first 115.
    expect(Math.abs(first.added.length - 1_100)).toBeLessThan(100);
    expect(Math.abs(second.added.length - 2_300)).toBeLessThan(100);
  });

  it("tells how far the healthy mailbox that waits longest is behind, queued or not", async () => {
    const healthySince = new Date(0);
    const late = target("late", { polledAt: ago(200), healthySince });
    const { report } = await round(
      [
        [
          late,
          target("failing", { polledAt: ago(9_000) }),
          target("just reconnected", { polledAt: ago(9_000), healthySince: ago(130) }),
          target("hourly", { polledAt: ago(3_610), intervalMinutes: 60, healthySince }),
        ],
      ],
      () => [],
    );

    expect(report.overdueSeconds).toBe(80);
  });
});

describe("a mailbox that may be polled less often while it is quiet", () => {
  const minutes = (count: number) => count * 60_000;
  const intervals = (facts: Parameters<typeof intervalMs>[0], quiet: readonly number[]) =>
    quiet.map((since) => intervalMs({ ...facts, activeAt: new Date(now - minutes(since)) }, now, 2) / minutes(1));
  const quiet = [0, 39, 40, 79, 80, 159, 160, 10_000];

  it("doubles its interval as a tenth of its quiet time reaches it, up to its longest", () => {
    expect(intervals({ maxIntervalMinutes: 15 }, quiet)).toEqual([2, 2, 4, 4, 8, 8, 15, 15]);
    expect(intervals({ maxIntervalMinutes: 5 }, quiet)).toEqual([2, 2, 4, 4, 5, 5, 5, 5]);
    expect(intervals({ maxIntervalMinutes: 15, intervalMinutes: 1 }, quiet)).toEqual([1, 2, 4, 4, 8, 8, 15, 15]);
  });

  it("keeps its interval without the setting, where its own is longer, where nothing is known of it, and after a clock's fault", () => {
    expect(intervals({}, quiet)).toEqual(quiet.map(() => 2));
    expect(intervals({ maxIntervalMinutes: 0 }, quiet)).toEqual(quiet.map(() => 2));
    expect(intervals({ maxIntervalMinutes: 15, intervalMinutes: 60 }, quiet)).toEqual(quiet.map(() => 60));
    expect(intervalMs({ maxIntervalMinutes: 15 }, now, 2)).toBe(minutes(2));
    expect(intervals({ maxIntervalMinutes: 15 }, [-10_000])).toEqual([2]);
  });

  it("is queued at its longer interval, at turns that stay, and is not overdue meanwhile", async () => {
    const polls = async (maxIntervalMinutes: number) => {
      const times = [now];
      let overdue = 0;
      for (let at = now; at < now + minutes(120); at += minutes(1)) {
        const target = { id: "quiet", userId: "u", server: "h", healthySince: new Date(0), activeAt: new Date(0), maxIntervalMinutes };
        const { groups, report } = await round([[{ ...target, polledAt: new Date(times.at(-1)!) }]], undefined, at);
        for (const { delaySeconds } of groups) times.push(at + delaySeconds * 1_000);
        overdue = Math.max(overdue, report.overdueSeconds);
      }
      return { gaps: times.slice(2).map((time, n) => Math.round((time - times[n + 1]!) / minutes(1))), overdue };
    };

    expect(await polls(15)).toEqual({ gaps: Array.from({ length: 7 }, () => 15), overdue: 0 });
    expect(await polls(0)).toEqual({ gaps: Array.from({ length: 59 }, () => 2), overdue: 0 });
  });
});
