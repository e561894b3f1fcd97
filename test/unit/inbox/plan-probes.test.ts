import { describe, expect, it, vi } from "vitest";
import { type DueMailbox, planProbes, startSync } from "#shared/inbox/pull/start-sync.ts";
import { MAILBOXES_PER_PROBE } from "#shared/inbox/pull/polling.ts";
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

describe("a round of start-sync", () => {
  it("queues as it claims, so that a call that ends in its midst has queued all that it claimed, in groups that are full", async () => {
    const claimed = new Set<string>();
    const groups: ProbeGroup[] = [];
    let pages = 0;
    const targets = () => Array.from({ length: 1_000 }, (_, n) => ({ id: `m${pages}-${n}`, userId: `u${pages}-${n}`, server: "h" }));
    const ended = startSync({
      syncTargets: {
        page: async () => {
          pages += 1;
          if (pages > 12) throw new Error("Task timed out after 60.00 seconds");
          return { targets: targets(), last: String(pages) };
        },
        claim: async (ids) => {
          for (const id of ids) claimed.add(id);
          return ids;
        },
      },
      probeQueue: { add: async (planned) => void groups.push(...planned) },
      clock: { now: () => new Date(now) },
      pollMinutes: 2,
    });

    await expect(ended).rejects.toThrow("timed out");
    expect(claimed.size).toBe(10_000);
    expect(new Set(groups.flatMap(({ mailboxIds }) => mailboxIds))).toEqual(claimed);
    expect(claimed.size / groups.length).toBeGreaterThan(0.9 * MAILBOXES_PER_PROBE);
  });

  const round = async (pages: readonly (readonly SyncTarget[])[], claimed = (ids: readonly string[]) => ids, at = now) => {
    const asked: (string | undefined)[] = [];
    const groups: ProbeGroup[] = [];
    const report = await startSync({
      syncTargets: {
        page: async (after) => {
          asked.push(after);
          return { targets: pages[asked.length - 1] ?? [], last: asked.length < pages.length ? String(asked.length) : undefined };
        },
        claim: async (ids) => claimed(ids),
      },
      probeQueue: { add: async (planned) => void groups.push(...planned) },
      clock: { now: () => new Date(at) },
      pollMinutes: 2,
    });
    return { asked, groups, added: groups.flatMap(({ mailboxIds }) => mailboxIds), report };
  };
  const target = (id: string, facts: Partial<SyncTarget> = {}): SyncTarget => ({ id, userId: id, server: "h", ...facts });
  const ago = (seconds: number) => new Date(now - seconds * 1_000);

  it("queues page after page until the last, and only what it could claim", async () => {
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
