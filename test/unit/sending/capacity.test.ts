import { describe, expect, it } from "vitest";
import { draftSend } from "#shared/sending/accept/draft.ts";
import { readCapacity } from "#shared/sending/forecast/capacity.ts";
import { etaOf } from "#shared/sending/forecast/eta.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memoryRefusals } from "#test/support/memory/refusals.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { anEmail } from "#test/support/sending-rig.ts";

const HOUR_MS = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms);

/** A mailbox with so many emails accepted, and what it can still send. */
const setUp = async (count: number, facts: Partial<Mailbox> = {}, isCut = false) => {
  const mailbox = aMailbox({ maxDailySends: 2, ...facts });
  const mailboxes = memoryMailboxes();
  await mailboxes.insert(mailbox, {});
  const memory = memorySending();
  const drafts = Array.from({ length: count }, () => draftSend({ clock, ids }, { mailbox }, anEmail()));
  await memory.acceptedSends.accept(mailbox.userId, drafts);
  const loads: typeof memory.sends.loads = async (...asked) => ({ ...(await memory.sends.loads(...asked)), isCut });
  const ports = { mailboxes, sends: { ...memory.sends, loads }, refusals: memoryRefusals(), clock };
  return {
    ...memory,
    mailbox,
    ports,
    capacity: () => readCapacity(ports, mailbox.userId, mailbox.id),
    eta: (n: number) => etaOf(ports, drafts[n]!.send),
  };
};

describe("a mailbox's capacity", () => {
  it("has the pace of a provider that has one, and none of others", async () => {
    expect((await (await setUp(0, { type: "outlook" })).capacity()).maxPerMinute).toBe(30);
    expect((await (await setUp(0)).capacity()).maxPerMinute).toBeUndefined();
  });

  it("counts what a worker has claimed as sent, for it takes room", async () => {
    const { mailbox, deliveries, capacity, eta } = await setUp(3, { maxDailySends: 3 });
    await deliveries.claim(mailbox.id, { size: 2, maxDaily: 3 });

    expect(await capacity()).toMatchObject({ sentInDay: 2, waiting: 1, sentByHour: [{ count: 2 }] });
    expect(await eta(0)).toBeUndefined();
    expect((await eta(2))!.getTime()).toBeLessThanOrEqual(Date.now());
  });

  it("foretells nothing while the mailbox is disconnected", async () => {
    const { capacity, eta } = await setUp(2, { status: "disconnected" });

    expect(await capacity()).toMatchObject({ waiting: 2, lastLeavesAt: undefined, leavesByHour: [], pausedFor: "reconnect" });
    expect(await eta(0)).toBeUndefined();
  });

  it("foretells nothing when there is too much to read, and says so", async () => {
    const { capacity, eta } = await setUp(2, {}, true);

    expect(await capacity()).toMatchObject({ waiting: 2, lastLeavesAt: undefined, leavesByHour: [], isPartial: true });
    expect(await eta(0)).toBeUndefined();
  });

  it("begins after a pause, and tells of it", async () => {
    const { mailbox, deliveries, capacity, eta } = await setUp(1);
    await deliveries.pause(mailbox.id, HOUR_MS, "rate");

    const { pausedFor, pausedUntil, lastLeavesAt } = await capacity();
    expect([pausedFor, lastLeavesAt]).toEqual(["rate", pausedUntil]);
    expect(await eta(0)).toEqual(pausedUntil);
    expect(pausedUntil!.getTime() - Date.now()).toBeGreaterThan(HOUR_MS - 60_000);
  });

  it("has the refusals of a day, and no older ones", async () => {
    const { mailbox, ports, capacity } = await setUp(0);
    for (const hours of [-26, -23, 0]) await ports.refusals.note(mailbox.id, at(hours * HOUR_MS), [`450 ${hours}`]);

    expect((await capacity()).refusedByHour.map(({ replies }) => replies)).toEqual([["450 -23"], ["450 0"]]);
  });

  it("is not told to another account", async () => {
    const { ports, mailbox } = await setUp(0);

    await expect(readCapacity(ports, ids.objectId(), mailbox.id)).rejects.toMatchObject({ reason: "notFound" });
  });
});
