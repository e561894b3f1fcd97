import { describe, expect, it } from "vitest";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { samples } from "../../simulation/samples.ts";
import { sendsWorld } from "../../simulation/sends.ts";

const MINUTE_MS = 60_000;
/** Lambda begins with five calls and adds five a second (AWS, "Configuring scaling behavior for SQS event source mappings"): to 80 in this time, ms. */
const SCALED_MS = 15_000;
/** Accounts of so many mailboxes whose servers hang so, and another that sends an email every two seconds for four minutes. */
interface Neighbours {
  readonly workers: number;
  readonly hanging: "dot" | "name";
  readonly accounts: number;
  readonly mailboxes: number;
}

/** How long the other's emails take, and how many of them left. */
const besides = async ({ workers, hanging, accounts, mailboxes }: Neighbours) => {
  const others = samples();
  const isNoisy = ({ userId }: Mailbox) => userId.startsWith("noisy");
  const { time, begun, mailbox, accept, setWorkers } = sendsWorld({
    seed: 1,
    hangs: (box) => (isNoisy(box) ? hanging : undefined),
    onSent: (box, ms) => void (isNoisy(box) || others.add(ms)),
  });
  setWorkers(workers);
  const until = begun + 4 * MINUTE_MS;
  for (let n = 0, at = begun + SCALED_MS; at < until; n += 1, at += 2_000)
    time.at(at, () => accept(mailbox(100_007 + (n % 3) * 10, "quiet"), 1));
  for (let account = 0; account < accounts; account += 1)
    for (let n = 0; n < mailboxes; n += 1) accept(mailbox(1_000 * account + n, `noisy${account}`), 3);
  await time.run(until + MINUTE_MS);
  return { p99: others.quantile(0.99), count: others.count };
};

describe("an account's single emails leave within five seconds, p99", () => {
  it.each<[string, Neighbours]>([
    [
      "five mailboxes of another account whose servers never answer the final dot, on a laptop",
      { workers: 4, hanging: "dot", accounts: 1, mailboxes: 5 },
    ],
    ["two accounts of such mailboxes, in a small stage", { workers: 8, hanging: "dot", accounts: 2, mailboxes: 40 }],
    ["six accounts of such mailboxes, in prod", { workers: 80, hanging: "dot", accounts: 6, mailboxes: 30 }],
    ["an account of mailboxes whose servers' names never resolve", { workers: 8, hanging: "name", accounts: 1, mailboxes: 60 }],
  ])("beside %s", async (_, neighbours) => {
    const { p99, count } = await besides(neighbours);

    expect(count).toBe(113);
    expect(p99).toBeLessThanOrEqual(5_000);
  });
});
