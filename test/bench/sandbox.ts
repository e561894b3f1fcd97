/** A campaign in a test world by calls of the clock alone, and what live mail pays for there being worlds. */
import { aSender, until } from "#test/support/client.ts";
import { openTarget, type Target } from "#test/support/target.ts";
import { aTestWorld } from "#test/support/test-world.ts";
import type { Bench, Row } from "./row.ts";

const RECIPIENTS = 200;
const PER_BATCH = 100;
const FOLLOW_UPS = 5;
const DAYS = 30;
const CAMPAIGN_MAX_S = 20;
/** Each tenth recipient does one of these; the others say nothing. */
const WORDS = ["reply-after-40h", "bounce", "away", "unsubscribe-after-6d", "full"];

const recipient = (n: number): string => (n % 10 < WORDS.length ? `${WORDS[n % 10]}.r${n}@example.com` : `r${n}@example.com`);

const campaign = async (target: Target): Promise<Row> => {
  const world = await aTestWorld(target, { mailbox: { max_daily_sends: 100_000 } });
  const sequence = (n: number, first: number): readonly object[] => [
    world.anEmail({ to: recipient(n), unsubscribe: true }),
    ...Array.from({ length: FOLLOW_UPS }, (_, step) => ({
      follows: first + step,
      body_text: `Reminder ${step + 1}`,
      scheduled_after: "P5D",
      cancel_on: ["reply", "bounce"],
    })),
  ];
  for (let n = 0; n < RECIPIENTS; n += PER_BATCH)
    await world.batch(Array.from({ length: PER_BATCH }, (_, i) => sequence(n + i, i * (FOLLOW_UPS + 1))).flat());
  const began = performance.now();
  await world.advance(`P${DAYS}D`);
  const ours = (performance.now() - began) / 1000;
  return { name: `${DAYS} days, ${RECIPIENTS} sequences of ${FOLLOW_UPS + 1}`, unit: "s", ours, target: CAMPAIGN_MAX_S, atMost: true };
};

const CALLS = 200_000;
const EMAILS = 200;
const SHARE_MAX = 1;
/** How often an email asks at most: a generous bound of the queries that are made for it (test/ports/page-budgets.test.ts counts a page's). */
const ASKED = 100;

/** A call's time, ms: the fastest of five rounds. */
const perCall = async (call: () => Promise<unknown>): Promise<number> => {
  const rounds: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const began = performance.now();
    for (let n = 0; n < CALLS; n += 1) await call();
    rounds.push((performance.now() - began) / CALLS);
  }
  return Math.min(...rounds);
};

/** Every query asks whether it is in a world: how long that takes for an email, and its share of the email's time. */
const paidByLiveMail = async (target: Target): Promise<Row> => {
  const { connect, connectLive } = await import("#shared/platform/wiring/database.ts");
  const more = (await perCall(connect)) - (await perCall(connectLive));
  const sender = await aSender(target, 10_000);
  const began = performance.now();
  const { body } = await sender.batch(Array.from({ length: EMAILS }, () => sender.anEmail()));
  await until(async () => ((await sender.record(body.results.at(-1).id)).status === "sent" ? true : undefined));
  const perEmail = (performance.now() - began) / EMAILS;
  const note = `${ASKED} questions of ${(more * 1e6).toFixed(0)} ns an email, which takes ${perEmail.toFixed(2)} ms`;
  return {
    name: "what live mail pays for worlds",
    unit: "%",
    ours: (100 * ASKED * Math.max(0, more)) / perEmail,
    target: SHARE_MAX,
    atMost: true,
    note,
  };
};

export const bench: Bench = async () => {
  const target = await openTarget();
  try {
    return [await campaign(target), await paidByLiveMail(target)];
  } finally {
    await target.stop();
  }
};
