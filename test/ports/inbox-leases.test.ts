import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { mongoSlots } from "#shared/accounts/store/shares.ts";
import { mongoSyncStates, writeUnderLease } from "#shared/inbox/store/sync-states.ts";
import { LeaseLost } from "#shared/inbox/pull/sync-state.ts";
import { ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memorySlots, memorySync } from "#test/support/memory/inbox.ts";
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

  it("are given back by who holds them alone: a pull that lost its lease frees nothing and counts nothing", async () => {
    const mailbox = aMailbox();
    const lost = await states.acquire(mailbox, 1);
    await sleep(30);
    const holder = await states.acquire(mailbox, 60_000);
    if (!lost || !holder) throw new Error("no lease");

    expect(await states.release(lost, { retryAfterMs: 1_000 })).toBe(false);

    expect(await states.acquire(mailbox, 60_000)).toBeUndefined();
    expect(await states.release(holder)).toBe(true);
    expect(await states.acquire(mailbox, 60_000)).toMatchObject({ failures: 0 });
  });

  it("hold for longer when they are renewed, by who holds them alone", async () => {
    const mailbox = aMailbox();
    const lost = await states.acquire(mailbox, 1);
    await sleep(30);
    const holder = await states.acquire(mailbox, 1);
    if (!lost || !holder) throw new Error("no lease");
    await states.renew(holder, 60_000);
    await sleep(30);

    expect(await states.acquire(mailbox, 60_000)).toBeUndefined();
    await states.renew(holder, 1);
    await states.renew(lost, 60_000);
    await sleep(30);
    expect(await states.acquire(mailbox, 60_000)).toBeDefined();
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

describePort("slots", { memory: memorySlots, mongo: mongoSlots }, (slots) => {
  it("are so many under a name, also when they are taken at once, and free again when they are given back", async () => {
    const [name, other] = [ids.objectId(), ids.objectId()];
    const taken = (await Promise.all(Array.from({ length: 8 }, () => slots.take(name, 3, 60_000)))).filter((slot) => slot !== undefined);

    expect(taken).toHaveLength(3);
    expect(await slots.take(other, 3, 60_000)).toBeDefined();
    await taken[0]?.free();
    expect(await slots.take(name, 3, 60_000)).toBeDefined();
    expect(await slots.take(name, 3, 60_000)).toBeUndefined();
  });
});

describeOnMongo("a slot", (connect) => {
  const slots = mongoSlots(connect);

  it("that nobody gave back is free again when its time is over", async () => {
    const name = ids.objectId();
    await slots.take(name, 1, 2_000);

    expect(await slots.take(name, 1, 60_000)).toBeUndefined();
    await expect.poll(() => slots.take(name, 1, 60_000), { timeout: 10_000 }).toBeDefined();
  });
});

describeOnMongo("renewals of leases", (connect) => {
  it("give way to a page that is being stored: it needs a connection for its commit, and they hold as many as there are", async () => {
    const states = mongoSyncStates(connect);
    const database = await connect();
    const { maxPoolSize } = database.raw.client.options;
    const leases = await Promise.all(Array.from({ length: maxPoolSize }, () => states.acquire(aMailbox(), 60_000)));
    const held = leases.filter((lease) => lease !== undefined);

    await database.raw.client.withSession(async (session) => {
      session.startTransaction();
      for (const lease of held) await writeUnderLease(database, lease, { cursors: [cursor] }, session);
      await Promise.all(held.map((lease) => states.renew(lease, 60_000)));
      await session.commitTransaction();
    });

    for (const lease of held) await expect(states.save(lease, [])).resolves.toBeUndefined();
    expect(held).toHaveLength(maxPoolSize);
  });
});
