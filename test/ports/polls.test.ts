import { describe, expect, it } from "vitest";
import { oid } from "#shared/platform/mongo/documents.ts";
import { mongoPolls, mongoSyncStates, moveCursors, syncStatesOf, mongoSyncTargets } from "#shared/inbox/store/sync-states.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import type { ProbeGroup } from "#shared/inbox/ports/polls.ts";
import { startSync } from "#shared/inbox/pull/start-sync.ts";
import { nextTurnMs } from "#shared/inbox/pull/polling.ts";
import { type Mailbox, POLL_SHARDS, pollShardOf } from "#shared/mailboxes/mailbox.ts";
import { mailboxesOf, mailboxMigrations } from "#shared/mailboxes/store/mailbox-documents.ts";
import { runMigrations } from "#shared/platform/mongo/migrations.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySync } from "#test/support/memory/inbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } });
const SECOND_MS = 1_000;

describeOnMongo("sync targets", (connect) => {
  const mailboxes = mongoSealedMailboxes(connect, keyring);
  const polls = mongoPolls(connect);
  const states = mongoSyncStates(connect);
  const make = async (facts: Partial<Mailbox>) => {
    const mailbox = aMailbox({ inboxSyncEnabled: true, ...facts });
    await mailboxes.insert(mailbox, {});
    return mailbox;
  };
  /** One round of start-sync at a time. */
  const round = async (at = new Date()) => {
    const groups: ProbeGroup[] = [];
    const probeQueue = { add: async (added: readonly ProbeGroup[]) => void groups.push(...added) };
    await startSync({ syncTargets: mongoSyncTargets(connect), probeQueue, clock: { now: () => at }, pollMinutes: 2 });
    return groups;
  };
  const queued = async (at?: Date) => (await round(at)).flatMap(({ mailboxIds }) => mailboxIds);

  it("are the mailboxes with sync on that nothing keeps from being asked", async () => {
    const [fresh, failing, off, gone, deleted, busy, backedOff] = await Promise.all([
      make({}),
      make({ status: "error" }),
      make({ inboxSyncEnabled: false }),
      make({ status: "disconnected" }),
      make({}),
      make({}),
      make({}),
    ]);
    await mailboxes.delete(deleted.userId, deleted.id);
    await states.acquire(busy, 60_000);
    const lease = await states.acquire(backedOff, 60_000);
    if (lease) await states.release(lease, { retryAfterMs: 60_000 });

    expect((await queued()).toSorted()).toEqual([fresh.id, failing.id].toSorted());
    expect(off.id && gone.id).toBeTruthy();

    // Queued once, it is not queued again until it was asked.
    await syncStatesOf(await connect()).updateOne({ _id: oid(backedOff.id) }, { $set: { retryAt: new Date(0) } });
    expect(await queued()).toContain(backedOff.id);
    expect(await queued()).not.toContain(backedOff.id);
    const pulled = await states.acquire(backedOff, 60_000);
    if (pulled) await states.release(pulled);
    expect(await queued()).toContain(backedOff.id);
  });

  it("are queued, all of them, while a worker that died within a transaction still holds one of their states", async () => {
    const [held, other] = await Promise.all([make({}), make({})]);
    await queued();
    const lease = await states.acquire(held, 1);
    await states.acquire(other, 1);
    if (!lease) throw new Error("no lease");
    const database = await connect();
    await database.raw.client.withSession(async (session) => {
      session.startTransaction();
      const cursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 5, since: new Date(0), starts: 0 } as const;
      await moveCursors(database, lease, [cursor], session);

      expect(await queued()).toEqual(expect.arrayContaining([held.id, other.id]));
      await session.abortTransaction();
    });
  });

  it("are asked again an interval after they were quiet, none before its time and none never", async () => {
    const begun = new Date();
    const after = (seconds: number) => new Date(begun.getTime() + seconds * SECOND_MS);
    const boxes = await Promise.all(Array.from({ length: 12 }, () => make({})));
    const ours = new Set(boxes.map(({ id }) => id));
    const asked = new Map(boxes.map(({ id }) => [id, [] as number[]]));

    // Ten minutes of rounds, each mailbox asked when its message becomes visible.
    for (let minute = 0; minute <= 10; minute++) {
      for (const { mailboxIds, delaySeconds } of await round(after(minute * 60))) {
        const due = mailboxIds.filter((id) => ours.has(id));
        for (const id of due) asked.get(id)?.push(minute * 60 + delaySeconds);
        await polls.quiet(mailboxIds, after(minute * 60 + delaySeconds));
      }
    }

    for (const seconds of asked.values()) {
      // The first poll is at once, and its turn may come soon after.
      const gaps = seconds
        .slice(1)
        .map((second, at) => second - (seconds[at] ?? 0))
        .slice(2);
      expect(seconds.length).toBeGreaterThanOrEqual(5);
      expect(Math.max(...gaps)).toBeLessThanOrEqual(130);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(110);
    }
  });

  it("are asked as often as their own interval says", async () => {
    const polled = { inboxLastSyncAt: new Date(Date.now() - 200 * SECOND_MS) };
    // Of an hour's interval a turn may be any moment: here it is none of these minutes.
    const isLater = (id: string) => nextTurnMs(id, polled.inboxLastSyncAt.getTime(), 3_600 * SECOND_MS) > Date.now() + 120 * SECOND_MS;
    let { id } = aMailbox();
    while (!isLater(id)) ({ id } = aMailbox());
    const [usual, rare] = [await make(polled), await make({ ...polled, id, syncIntervalMinutes: 60 })];

    const now = await queued();

    expect([now.includes(usual.id), now.includes(rare.id)]).toEqual([true, false]);
    expect(await queued(new Date(Date.now() + 3_400 * SECOND_MS))).toContain(rare.id);
  });

  it("are free again once a poll has begun since they were queued, though the mark is written after it", async () => {
    const targets = mongoSyncTargets(connect);
    const free = async (id: string, polledAt?: Date) =>
      (await targets.free([{ id, userId: "u", server: "h", ...(polledAt && { polledAt }) }], Date.now())).includes(id);
    const ago = (seconds: number) => new Date(Date.now() - seconds * SECOND_MS);
    const box = await make({});
    const lease = await states.acquire(box, 60_000);
    if (lease) await states.release(lease);

    // Queued a minute ago, marked now.
    await targets.queued([box.id], 60 * SECOND_MS);
    expect(await free(box.id)).toBe(false);
    expect(await free(box.id, ago(120))).toBe(false);
    expect(await free(box.id, ago(55))).toBe(true);
    // A lease and a pause after a failure are no marks: a poll since then does not end them.
    const pulled = await states.acquire(box, 60_000);
    await targets.queued([box.id], 60 * SECOND_MS);
    expect(await free(box.id, ago(1))).toBe(false);
    if (pulled) await states.release(pulled, { retryAfterMs: 60_000 });
    expect(await free(box.id, ago(1))).toBe(false);
    // The mark ends by itself, six minutes after the mailbox was queued.
    await syncStatesOf(await connect()).updateOne({ _id: oid(box.id) }, { $unset: { retryAt: "" } });
    await targets.queued([box.id], 361 * SECOND_MS);
    expect(await free(box.id)).toBe(true);
  });

  it("of each shard together are all of them, also those that older code has connected", async () => {
    const database = await connect();
    const boxes = await Promise.all(Array.from({ length: 40 }, (_, n) => make({ createdAt: new Date(1_790_000_000_000 + 37 * n) })));
    const old = boxes.slice(0, 3).map(({ id }) => oid(id));
    await mailboxesOf(database).updateMany({ _id: { $in: old } }, { $unset: { pollShard: "" } });
    const found = async () => {
      const pages = await Promise.all(
        Array.from({ length: POLL_SHARDS }, (_, shard) => mongoSyncTargets(connect).page(shard, undefined, 1_000)),
      );
      const ours = new Set(boxes.map(({ id }) => id));
      return pages.map(({ targets }) => targets.map(({ id }) => id).filter((id) => ours.has(id)));
    };

    const before = await found();
    expect(before.flat().toSorted()).toEqual(boxes.map(({ id }) => id).toSorted());
    expect(before[0]).toEqual(expect.arrayContaining(boxes.slice(0, 3).map(({ id }) => id)));
    await runMigrations(database, mailboxMigrations, "after");
    for (const [shard, ids] of (await found()).entries())
      expect(ids.toSorted()).toEqual(
        boxes
          .filter((box) => pollShardOf(box) === shard)
          .map(({ id }) => id)
          .toSorted(),
      );
  });

  it("are asked less often while they are quiet, where their user allows it", async () => {
    const begun = Date.now();
    const at = (minute: number) => new Date(begun + minute * 60 * SECOND_MS);
    const quiet = { inboxEnabledAt: new Date(begun - 86_400_000), statusSince: new Date(0) };
    const busy = { ...quiet, inboxLastNewAt: new Date(begun) };
    const [usual, rare, active] = [
      await make(quiet),
      await make({ ...quiet, maxPollMinutes: 15 }),
      await make({ ...busy, maxPollMinutes: 15 }),
    ];
    const asked = new Map([usual, rare, active].map(({ id }) => [id, 0]));
    for (let minute = 0; minute < 30; minute += 1)
      for (const { mailboxIds, delaySeconds } of await round(at(minute))) {
        for (const id of mailboxIds) asked.set(id, (asked.get(id) ?? -1) + 1);
        await polls.quiet(mailboxIds, new Date(at(minute).getTime() + delaySeconds * SECOND_MS));
      }

    expect(asked.get(usual.id)).toBeGreaterThanOrEqual(14);
    expect(asked.get(active.id)).toBeGreaterThanOrEqual(14);
    expect(asked.get(rare.id)).toBeLessThanOrEqual(3);
  });

  it("are asked although a wrong clock dated their last poll ahead", async () => {
    const box = await make({ inboxLastSyncAt: new Date(Date.now() + 86_400_000) });

    expect(await queued()).toContain(box.id);
  });
});

/** Each store with its mailboxes and states. */
const suite = (
  world: () => {
    polls: ReturnType<typeof mongoPolls>;
    mailboxes: ReturnType<typeof mongoSealedMailboxes>;
    states: ReturnType<typeof mongoSyncStates>;
  },
) => {
  const make = async (facts: Partial<Mailbox> = {}) => {
    const mailbox = aMailbox({ inboxSyncEnabled: true, ...facts });
    await world().mailboxes.insert(mailbox, {});
    return mailbox;
  };

  it("read mailboxes with their cursors, but none that is off or disconnected", async () => {
    const { polls, states } = world();
    const [one, two, off, gone] = [
      await make(),
      await make(),
      await make({ inboxSyncEnabled: false }),
      await make({ status: "disconnected" }),
    ];
    const lease = await states.acquire(one, 60_000);
    if (!lease) throw new Error("no lease");
    const cursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 5, since: new Date(0), starts: 0 } as const;
    await states.save(lease, [cursor]);
    await states.release(lease, { retryAfterMs: 1_000 });

    const read = new Map((await polls.read([one.id, two.id, off.id, gone.id])).map((polled) => [polled.mailbox.id, polled]));

    expect([...read.keys()].toSorted()).toEqual([one.id, two.id].toSorted());
    expect(read.get(one.id)).toMatchObject({ mailbox: one, cursors: [cursor], failures: 1 });
    expect(read.get(two.id)).toMatchObject({ cursors: [], failures: 0 });
  });

  it("move the time of the last poll of those that were quiet, of no others", async () => {
    const { polls, mailboxes } = world();
    const [one, two] = [await make(), await make()];
    const at = new Date("2026-11-21T10:00:00Z");

    await polls.quiet([one.id], at);

    expect((await mailboxes.findForJob(one.id))?.inboxLastSyncAt).toEqual(at);
    expect((await mailboxes.findForJob(two.id))?.inboxLastSyncAt).toBeUndefined();
  });
};

describe("polls in memory", () => {
  const { syncStates: states, pollsOf } = memorySync();
  const mailboxes = memoryMailboxes();
  suite(() => ({ polls: pollsOf(mailboxes), mailboxes, states }));
});

describeOnMongo("polls", (connect) =>
  suite(() => ({ polls: mongoPolls(connect), mailboxes: mongoSealedMailboxes(connect, keyring), states: mongoSyncStates(connect) })),
);
