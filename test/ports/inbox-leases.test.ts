import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { oid } from "#shared/adapters/mongo/documents.ts";
import { mongoFreshSlots } from "#shared/adapters/mongo/inbox/fresh-slots.ts";
import { mongoMailboxes } from "#shared/adapters/mongo/mailboxes/mailboxes.ts";
import { mongoSyncStates, syncStatesOf } from "#shared/adapters/mongo/inbox/sync-states.ts";
import { mongoSyncTargets } from "#shared/adapters/mongo/inbox/sync-targets.ts";
import { startSync } from "#shared/domain/inbox/pull/start-sync.ts";
import { LeaseLost } from "#shared/domain/inbox/pull/sync-state.ts";
import type { Mailbox } from "#shared/domain/mailboxes/mailbox.ts";
import { ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryFreshSlots, memorySync } from "#test/support/memory/inbox.ts";
import { describeOnMongo, describePort } from "#test/support/port-suite.ts";

const cursor = { path: "INBOX", role: "inbox", uidValidity: "1", lastUid: 5, since: new Date(0), starts: 0 } as const;

describePort("sync leases", { memory: () => memorySync().syncStates, mongo: mongoSyncStates }, (states) => {
  it("are one a mailbox, carry its cursors, and are free again after their end or their time", async () => {
    const mailbox = aMailbox();
    const first = await states.acquire(mailbox, 60_000);
    const second = await states.acquire(mailbox, 60_000);
    if (!first) throw new Error("no lease");
    await states.save(first, [cursor]);
    await states.release(first);
    const third = await states.acquire(mailbox, 30);
    await sleep(60);

    const fourth = await states.acquire(mailbox, 60_000);

    expect(first).toMatchObject({ cursors: [], failures: 0 });
    expect(second).toBeUndefined();
    expect(third).toMatchObject({ cursors: [cursor] });
    await expect(states.save(third ?? first, [])).rejects.toThrow(LeaseLost);
    expect(fourth).toMatchObject({ cursors: [cursor] });
  });

  it("count failures in a row", async () => {
    const mailbox = aMailbox();
    const fail = async () => {
      const lease = await states.acquire(mailbox, 60_000);
      if (lease) await states.release(lease, { retryAfterMs: 1_000 });
      return lease?.failures;
    };

    const counts = [await fail(), await fail(), await fail()];
    const healed = await states.acquire(mailbox, 60_000);
    if (healed) await states.release(healed);

    expect(counts).toEqual([0, 1, 2]);
    expect(await states.acquire(mailbox, 60_000)).toMatchObject({ failures: 0 });
  });

  it("have one winner of many", async () => {
    const mailbox = aMailbox();

    const leases = await Promise.all(Array.from({ length: 8 }, () => states.acquire(mailbox, 60_000)));

    expect(leases.filter((lease) => lease !== undefined)).toHaveLength(1);
  });
});

describePort("fresh slots", { memory: memoryFreshSlots, mongo: mongoFreshSlots }, (slots) => {
  it("are two an account, and free again when they are given back", async () => {
    const userId = ids.objectId();
    const taken = await Promise.all([1, 2].map(() => slots.take(userId, 2, 60_000)));

    expect(await slots.take(userId, 2, 60_000)).toBeUndefined();
    expect(await slots.take(ids.objectId(), 2, 60_000)).toBeDefined();
    await taken[0]?.free();
    expect(await slots.take(userId, 2, 60_000)).toBeDefined();
  });
});

describeOnMongo("sync targets", (connect) => {
  const mailboxes = mongoMailboxes(connect, async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } }));
  const queued = async () => {
    const added: string[] = [];
    await startSync({ syncTargets: mongoSyncTargets(connect), syncQueue: { add: async (due) => void added.push(...due) } });
    return added;
  };

  it("are the mailboxes with sync on that nothing keeps from being pulled", async () => {
    const make = async (facts: Partial<Mailbox>) => {
      const mailbox = aMailbox({ inboxSyncEnabled: true, ...facts });
      await mailboxes.insert(mailbox, {});
      return mailbox;
    };
    const [fresh, failing, off, gone, deleted, busy, putOff] = await Promise.all([
      make({}),
      make({ status: "error" }),
      make({ inboxSyncEnabled: false }),
      make({ status: "disconnected" }),
      make({}),
      make({}),
      make({}),
    ]);
    const states = mongoSyncStates(connect);
    await mailboxes.delete(deleted.userId, deleted.id);
    await states.acquire(busy, 60_000);
    const lease = await states.acquire(putOff, 60_000);
    if (lease) await states.release(lease, { retryAfterMs: 60_000 });

    expect((await queued()).toSorted()).toEqual([fresh.id, failing.id].toSorted());
    expect(off.id && gone.id).toBeTruthy();

    // Queued once, it is not queued again until it was pulled.
    await syncStatesOf(await connect()).updateOne({ _id: oid(putOff.id) }, { $set: { retryAt: new Date(0) } });
    expect(await queued()).toContain(putOff.id);
    expect(await queued()).not.toContain(putOff.id);
    const pulled = await states.acquire(putOff, 60_000);
    if (pulled) await states.release(pulled);
    expect(await queued()).toContain(putOff.id);
  });
});

describe("a round of start-sync", () => {
  it("queues page after page until the last", async () => {
    const pages = [
      { due: ["a"], last: "1" },
      { due: [], last: "2" },
      { due: ["b", "c"], last: undefined },
    ];
    const asked: (string | undefined)[] = [];
    const added: string[] = [];
    const syncTargets = {
      due: async (after: string | undefined) => (asked.push(after), pages[asked.length - 1] ?? { due: [], last: undefined }),
    };

    expect(await startSync({ syncTargets, syncQueue: { add: async (due) => void added.push(...due) } })).toBe(3);
    expect(asked).toEqual([undefined, "1", "2"]);
    expect(added).toEqual(["a", "b", "c"]);
  });
});
