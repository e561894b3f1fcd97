import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LEASE_MS } from "#shared/sending/store/deliveries.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import type { Outcome, Submission } from "#shared/sending/ports/submission.ts";
import { DOT_REPLY_MS } from "#shared/sending/waiting.ts";
import { sweep } from "#shared/sending/wake/sweep.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { memoryDeliverPorts, answering } from "#test/support/memory/deliver-ports.ts";
import { memorySending } from "#test/support/memory/sending.ts";
import { draftsOf } from "#test/support/sending-stores.ts";

const MINUTE_MS = 60_000;
const START = Date.parse("2026-11-22T09:00:00Z");

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** A mailbox with one email, and a server that answers as told. */
const aWorld = async (submit: Submission["submit"]) => {
  const memory = memorySending({ leaseMs: LEASE_MS });
  const mailbox = aMailbox();
  const [draft] = draftsOf(mailbox.userId, [{}], mailbox);
  await memory.acceptedSends.accept(mailbox.userId, [draft!]);
  const ports = { ...memoryDeliverPorts(memory, mailbox), submissions: answering(submit) };
  const { deliveries } = memory;
  return {
    deliver: () => deliverMailbox(ports, { mailboxId: mailbox.id, sendIds: [] }),
    claim: () => deliveries.claim(mailbox.id, { size: 50, maxDaily: 500 }),
    sweep: () => sweep(ports),
    send: () => memory.rows.get(draft!.send.id)!,
    wakeUps: ports.wakeUps,
  };
};

it("a killed worker's email is woken within 90 seconds of its death, at whatever second of the sweeper's minute it dies", async () => {
  for (let second = 0; second < 60; second += 1) {
    vi.setSystemTime(START);
    const world = await aWorld(async (_message, intend) => ((await intend([])) ? { kind: "sent" } : { kind: "fenced" }));
    vi.setSystemTime(START + second * 1000);
    // Nobody goes on with what was claimed: its worker is dead.
    await world.claim();
    const diedAt = Date.now();
    for (let minute = 1; world.wakeUps.woken.length === 0 && minute <= 3; minute += 1) {
      vi.setSystemTime(START + minute * MINUTE_MS);
      await world.sweep();
    }

    expect(world.send().status).toBe("queued");
    expect(Date.now() - diedAt).toBeLessThanOrEqual(90_000);
    await world.deliver();
    expect(world.send()).toMatchObject({ status: "sent", attempts: 1 });
  }
});

it("the lease is renewed through the longest wait for the reply to the final dot, and nobody takes the email meanwhile", async () => {
  let intended = 0;
  const world = await aWorld(async (_message, intend): Promise<Outcome> => {
    intended += 1;
    if (!(await intend([]))) return { kind: "fenced" };
    await new Promise((done) => setTimeout(done, DOT_REPLY_MS - 1000));
    return { kind: "sent" };
  });
  const working = world.deliver();
  for (let passed = 0; passed < DOT_REPLY_MS; passed += MINUTE_MS) {
    await vi.advanceTimersByTimeAsync(MINUTE_MS - 1);
    expect(world.send().status).toBe(passed + MINUTE_MS < DOT_REPLY_MS ? "processing" : "sent");
    const before = world.wakeUps.woken.length;
    await world.sweep();
    expect(world.wakeUps.woken).toHaveLength(before);
    await world.deliver();
    await vi.advanceTimersByTimeAsync(1);
  }
  await working;

  expect(intended).toBe(1);
  expect(world.send()).toMatchObject({ status: "sent", attempts: 1, lastError: "" });
});
