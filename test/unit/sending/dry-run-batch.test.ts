import { describe, expect, it } from "vitest";
import { acceptBatch } from "#shared/domain/sending/accept/accept-batch.ts";
import { lastDeparture } from "#shared/domain/sending/accept/last-departure.ts";
import { dryRunBatch } from "#shared/domain/sending/accept/dry-run-batch.ts";
import { DAY_MS } from "#shared/domain/sending/deliver/judge-claim.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { memorySuppressions } from "#test/support/memory/suppressions.ts";
import { anEmail, asIs, recordingWakeUps } from "#test/support/sending-rig.ts";

const NOW = Date.parse("2026-11-21T09:00:00Z");
const at = (seconds: number) => new Date(NOW + seconds * 1_000);
const DAY = DAY_MS / 1_000;
const times = (count: number, seconds = 0) => Array.from({ length: count }, () => at(seconds));
interface Case {
  readonly maxDaily?: number;
  readonly perMinute?: number;
  readonly counted?: readonly Date[];
  readonly waiting?: readonly Date[];
  readonly due: readonly Date[];
  readonly from?: Date;
}
const last = ({ counted = [], waiting = [], due, from = at(0), ...limits }: Case) => {
  const leaves = lastDeparture(limits, { counted, waiting }, { due, from });
  return leaves && (leaves.getTime() - NOW) / 1_000;
};

describe("the last departure", () => {
  it.each<readonly [string, Case, number | undefined]>([
    ["nothing joins", { due: [] }, undefined],
    ["a cap of nothing", { maxDaily: 0, due: times(1) }, undefined],
    ["no limits", { due: times(900) }, 0],
    ["its own time", { due: [at(0), at(500), at(20)] }, 500],
    ["a time that has passed", { due: [at(-50)] }, 0],
    ["a hold", { due: times(3), from: at(300) }, 300],
    ["the cap, reached to the last", { maxDaily: 10, due: times(10) }, 0],
    ["the cap, by one too many", { maxDaily: 10, due: times(11) }, DAY],
    ["the cap for days", { maxDaily: 10, due: times(35) }, 3 * DAY],
    ["what left today", { maxDaily: 10, counted: times(8, -3_600), due: times(3) }, DAY - 3_600],
    ["what waits before it", { maxDaily: 10, waiting: times(10, -5), due: times(1) }, DAY],
    ["not what waits behind it", { maxDaily: 10, waiting: times(10, 60), due: times(1) }, 0],
    ["the pace", { perMinute: 30, due: times(91) }, 180],
    ["the pace and what left just now", { perMinute: 30, counted: times(30, -20), due: times(1) }, 40],
    ["both", { maxDaily: 40, perMinute: 30, due: times(41) }, DAY],
  ])("follows %s", (_name, facts, seconds) => {
    expect(last(facts)).toBe(seconds);
  });
});

const account = async (credits: number) => {
  const mailbox = aMailbox({ maxDailySends: 2 });
  const mailboxes = memoryMailboxes();
  await mailboxes.insert(mailbox, {});
  const memory = memorySending({ credits });
  const wallets = { find: async () => ({ balance: memory.balances.get(mailbox.userId) ?? credits, updatedAt: new Date() }) };
  const facts = { ips: { list: async () => [] }, wakeUps: recordingWakeUps(), suppressions: memorySuppressions(), wallets, clock, ids };
  const ports = { ...memory, ...facts, mailboxes };
  const request = () => ({ ...anEmail(), mailboxId: mailbox.id });
  const bad = { reason: "invalid" as const, details: [{ field: "to", message: "bad" }] };
  return { ports, userId: mailbox.userId, elements: [request(), bad, request(), request(), { ...request(), mailboxId: ids.objectId() }] };
};
const shapeOf = (results: readonly object[]) => results.map((result) => ("reason" in result ? result.reason : "accepted"));

describe("trying a batch", () => {
  it.each([0, 1, 2, 3, 50])("tells what accepting would, with %i credits, and changes nothing", async (credits) => {
    const { ports, userId, elements } = await account(credits);

    const dryRun = await dryRunBatch(ports, userId, elements);

    expect([ports.rows.size, ports.ledger, ports.wakeUps.woken]).toEqual([0, [], []]);
    expect(dryRun).toMatchObject({ credits: 3, balance: credits });
    const accepted = await acceptBatch(ports, userId, elements, { ...asIs, answer: (results) => results });
    expect(shapeOf(dryRun.results)).toEqual(shapeOf(accepted));
    const inADay = dryRun.lastLeavesAt && dryRun.lastLeavesAt.getTime() - Date.now() > DAY_MS / 2;
    expect(inADay).toBe(credits === 0 ? undefined : credits > 2);
  });
});
