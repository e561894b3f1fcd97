import { describe, expect, it } from "vitest";
import { acceptBatch, dryRunBatch } from "#shared/sending/accept/accept-batch.ts";
import { DAY_MS } from "#shared/sending/deliver/claim.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryMailboxes } from "#test/support/memory/mailboxes.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { memorySuppressions } from "#test/support/memory/suppressions.ts";
import { anEmail, asIs, recordingWakeUps, SENDER } from "#test/support/sending-rig.ts";

const account = async (credits: number) => {
  const mailbox = aMailbox({ maxDailySends: 2 });
  const mailboxes = memoryMailboxes();
  await mailboxes.insert(mailbox, {});
  const memory = memorySending({ credits });
  const wallets = { find: async () => ({ balance: memory.balances.get(mailbox.userId) ?? credits, updatedAt: new Date() }) };
  const contacts = { among: async () => new Map() };
  const facts = {
    ips: { list: async () => [] },
    wakeUps: recordingWakeUps(),
    suppressions: memorySuppressions(),
    wallets,
    contacts,
    clock,
    ids,
  };
  const ports = { ...memory, ...facts, mailboxes };
  const request = () => ({ ...anEmail(), mailboxId: mailbox.id });
  const bad = { reason: "invalid" as const, details: [{ field: "to", message: "bad" }] };
  return { ports, userId: mailbox.userId, elements: [request(), bad, request(), request(), { ...request(), mailboxId: ids.objectId() }] };
};
const shapeOf = (results: readonly object[]) => results.map((result) => ("reason" in result ? result.reason : "accepted"));

describe("trying a batch", () => {
  it.each([0, 1, 2, 3, 50])("tells what accepting would, with %i credits, and changes nothing", async (credits) => {
    const { ports, userId, elements } = await account(credits);

    const dryRun = await dryRunBatch(ports, userId, elements, SENDER);

    expect([ports.rows.size, ports.ledger, ports.wakeUps.woken]).toEqual([0, [], []]);
    expect(dryRun).toMatchObject({ credits: 3, balance: credits });
    const accepted = await acceptBatch(ports, userId, elements, { ...asIs, answer: (results) => results });
    expect(shapeOf(dryRun.results)).toEqual(shapeOf(accepted));
    const stored = accepted.flatMap((result) => ("send" in result ? [result.send] : [])).length;
    expect(dryRun.etas.size).toBe(stored);
    const inADay = dryRun.lastLeavesAt && dryRun.lastLeavesAt.getTime() - Date.now() > DAY_MS / 2;
    expect(inADay).toBe(credits === 0 ? undefined : credits > 2);
  });
});
