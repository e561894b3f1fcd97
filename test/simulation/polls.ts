import { readMeasured } from "#infra/cost/prices.ts";
import { mailboxBill, totalOf } from "#infra/cost/tables.ts";
import { MAILS_A_DAY } from "#infra/disk.ts";
import type { Line } from "./chart.ts";
import { type PollOptions, pollsWorld } from "./polls-world.ts";
import type { Outcome, Scenario } from "./scenario.ts";
import { rounded } from "./scenarios.ts";

const MAILBOXES = 100_000;
const MINUTE_MS = 60_000;

const polled = async (options: PollOptions): Promise<Outcome> => {
  const world = await pollsWorld(options);
  const line = (name: string, title: string, unit = ""): Line => ({ title, unit, points: world.series[name] ?? [] });
  return {
    numbers: {
      "mails found": rounded(world.found),
      "oldest poll": `${Math.round(world.oldest)} s`,
      "calls at once": rounded(world.probes + world.pulls),
      "mail connections": rounded(world.connections),
      "MongoDB connections": rounded(world.environments * 5),
      "commands a second": rounded(world.commands),
      "documents written a second": rounded(world.writes),
      "start-sync takes": `${(world.roundMs / 1000).toFixed(1)} s`,
      "Lambda and SQS, 1,000 mailboxes a month": `$${world.money.toFixed(2)}`,
    },
    lines: [
      line("oldest", "oldest poll of a mailbox whose provider is up", "s"),
      line("probes", "calls of probe at once"),
      line("pulls", "calls of sync-mailbox at once"),
      line("waiting", "mailboxes that wait for a pull"),
    ],
    missed: world.oldest > 190 ? [`a mailbox whose provider is up waits ${Math.round(world.oldest)} s for its poll`] : [],
  };
};

/** The mailboxes of a day with and without a longest interval, and that interval, minutes. */
const QUIET_MAILBOXES = 300;
const QUIET_MINUTES = 15;

/** What the longest interval of quiet mailboxes saves, and by how much their mail is seen later. */
const quietDay = async (seed: number, share: number): Promise<Outcome> => {
  const options = { seed, mailboxes: Math.round(QUIET_MAILBOXES * share), minutes: 24 * 60, areUnequal: true };
  const usual = await pollsWorld(options);
  const rare = await pollsWorld({ ...options, maxIntervalMinutes: QUIET_MINUTES });
  const part = rare.polls / usual.polls;
  const dollarsAt = (polls: number) => `$${(totalOf(mailboxBill(readMeasured(), polls)) * 1000).toFixed(2)}`;
  const seen = (world: typeof usual, at: number) => `${Math.round(world.seenAfter.quantile(at) / 1000)} s`;
  return {
    numbers: {
      polls: `${Math.round(100 * part)} % of those every two minutes`,
      "1,000 mailboxes a month": `${dollarsAt(part)} instead of ${dollarsAt(1)}`,
      "mail is seen after, p50": `${seen(rare, 0.5)} instead of ${seen(usual, 0.5)}`,
      p95: `${seen(rare, 0.95)} instead of ${seen(usual, 0.95)}`,
      "at the latest": `${seen(rare, 1)} instead of ${seen(usual, 1)}`,
    },
    lines: [{ title: "calls of probe at once", unit: "", points: rare.series["probes"] ?? [] }],
    missed: rare.seenAfter.quantile(1) > (QUIET_MINUTES + 2) * MINUTE_MS ? ["a mail of a quiet mailbox is seen too late"] : [],
  };
};

/** Every scenario of polling. */
export const pollScenarios: readonly Scenario[] = [
  {
    name: "polls",
    title: "Polling 100,000 mailboxes every two minutes",
    run: (seed, share) => polled({ seed, mailboxes: Math.round(MAILBOXES * share), minutes: 20 }),
  },
  {
    name: "polls-outage",
    title: "Polling while a provider of 40 % of the mailboxes does not answer for half an hour",
    run: (seed, share) =>
      polled({
        seed,
        mailboxes: Math.round(MAILBOXES * share),
        minutes: 45,
        isDown: (provider, minute) => provider === "google" && minute >= 10 && minute < 40,
      }),
  },
  {
    name: "polls-quiet",
    title: `A day of mailboxes that get ${MAILS_A_DAY} mails on average, most of them fewer, with a max_poll_interval of PT${QUIET_MINUTES}M`,
    run: quietDay,
  },
];
