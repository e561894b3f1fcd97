import { clusters, stages } from "#infra/config.ts";
import { pollCallsFor } from "#infra/check-quota.ts";
import { atlasDisk } from "#infra/cost/prices.ts";
import { MAILS_A_DAY, storedGb } from "#infra/disk.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import { POLL_WRITES, pollsWorld, PULL_WRITES } from "./polls-world.ts";
import type { Outcome, Scenario } from "./scenario.ts";
import { arrivals, played, rounded } from "./scenarios.ts";

/** The mailboxes of each size, and the emails that each of them sends a day: a million a month for a thousand. */
const SIZES = [1_000, 10_000, 100_000, 1_000_000] as const;
const EMAILS_A_DAY = 1_000 / 30;
const DAY_SECONDS = 86_400;
/** Of a day's emails, in its eight hours. */
const PEAK_SHARE = 0.8;
const POLL_MINUTES_PLAYED = 4;
const SEND_HOURS_PLAYED = 0.02;
/** Prod on the largest cluster of infra/config.ts; the workers of a size that needs more are played with this many times as many. */
const CLUSTER = clusters.M40;
const ENOUGH = 16;
/** How many bodies a second move-bodies moves while it runs, assumed; it runs 200 of every 300 s. */
const BODIES_A_SECOND = (200 * 200) / 300;
const { bodiesKeptDays: KEPT_DAYS, bodiesInDatabaseDays } = stages.prod;
/** An entry of the oplog for a mark or a quiet poll, bytes: 195 and 198 on a real mongod; for what is stored, its size comes to that. */
const OPLOG_BYTES = 200;
const GB = 2 ** 30;
/** The documents that an email writes, from its acceptance to its conversation and event; counted in the code. */
const EMAIL_WRITES = 17;
const POLLS_A_DAY = 720;
const PLAYED_ONE_BY_ONE = 10_000;

const callsOf = (id: string): number => Math.round(queueJobs.find((job) => job.id === id)!.source.concurrency.prod * CLUSTER.share);

/** Something that has a limit. */
interface Use {
  readonly name: string;
  readonly used: number;
  readonly most: number;
}

/** What is beyond its limit, the worst first, or else what is nearest to it. */
const breaksNext = (uses: readonly Use[]): string => {
  const shares = uses.map(({ name, used, most }) => ({ name, share: used / most })).toSorted((a, b) => b.share - a.share);
  const beyond = shares.filter(({ share }) => share > 1);
  const [nearest] = shares;
  if (beyond.length > 0) return beyond.map(({ name, share }) => `${name}: ${share.toFixed(1)} times its limit`).join("; ");
  return nearest ? `nothing yet; nearest is ${nearest.name}: ${Math.round(100 * nearest.share)} %` : "nothing";
};

const ofSize = async (mailboxes: number, seed: number): Promise<Outcome> => {
  const times = mailboxes > 100_000 ? ENOUGH : CLUSTER.share;
  const emailsADay = mailboxes * EMAILS_A_DAY;
  const peakRate = (emailsADay * PEAK_SHARE) / (8 * 3600);
  const calls = pollCallsFor(mailboxes);
  const asked = { seed, minutes: POLL_MINUTES_PLAYED, from: POLL_MINUTES_PLAYED - 1, times };
  // Of more mailboxes the probes are not played one by one: each group takes as long as one of a smaller world.
  const group = mailboxes > PLAYED_ONE_BY_ONE ? await pollsWorld({ ...asked, mailboxes: PLAYED_ONE_BY_ONE }) : undefined;
  const polls = await pollsWorld({ ...asked, mailboxes, calls, ...(group && { groupMs: group.groupMs }) });
  const { world, watched } = await played({ seed }, SEND_HOURS_PLAYED, SEND_HOURS_PLAYED / 2, (begun, until) => {
    begun.setWorkers(Math.round(queueJobs.find(({ id }) => id === "jobs/deliver")!.source.concurrency.prod * times));
    arrivals(begun, until, () => peakRate, mailboxes);
  });
  const sends = world.facts();
  const deliver = sends.mostRunning;
  const ofInbox = mailboxes * (POLLS_A_DAY * POLL_WRITES + MAILS_A_DAY * PULL_WRITES);
  const writes = ofInbox / DAY_SECONDS + peakRate * EMAIL_WRITES;
  const storedADay = storedGb({ bodiesKeptDays: 0, bodiesInDatabaseDays: 0 }, { mailboxes, emailsADay }, 1);
  const oplogGb = storedADay + (ofInbox + emailsADay * EMAIL_WRITES) * (OPLOG_BYTES / GB);
  const gb = storedGb({ bodiesKeptDays: KEPT_DAYS, bodiesInDatabaseDays }, { mailboxes, emailsADay }, KEPT_DAYS);
  const moved = (emailsADay + mailboxes * MAILS_A_DAY) / DAY_SECONDS;
  const connections = (polls.environments + watched.most.environments) * (CLUSTER.workerPool + 1);
  const uses: readonly Use[] = [
    { name: "deliver's calls", used: deliver, most: callsOf("jobs/deliver") },
    { name: "probe's calls", used: polls.probes, most: callsOf("jobs/probe") },
    { name: "sync-mailbox's calls", used: polls.pulls, most: callsOf("jobs/sync-mailbox") },
    { name: "the jobs' connections", used: connections, most: CLUSTER.connections * 0.9 },
    { name: "start-sync's minute", used: polls.roundMs, most: 60_000 },
    { name: "move-bodies", used: moved, most: BODIES_A_SECOND },
    { name: "the largest disk", used: gb, most: atlasDisk.M60.most },
  ];
  return {
    numbers: {
      "emails a day": rounded(emailsADay),
      "time to send at the peak, p50, p99": `${(sends.latency.quantile(0.5) / 1000).toFixed(1)} s, ${(sends.latency.quantile(0.99) / 1000).toFixed(1)} s`,
      "oldest poll": `${Math.round(polls.oldest)} s`,
      "start-sync takes, of its minute": `${(polls.roundMs / 1000).toFixed(1)} s${calls > 1 ? `, each of ${calls} calls` : ""}`,
      "calls at once: deliver, probe, sync-mailbox": [deliver, polls.probes, polls.pulls].map(rounded).join(", "),
      "the jobs' connections": rounded(connections),
      "commands a second": rounded(polls.commands + watched.most.commands),
      "documents written a second": rounded(writes),
      "oplog, GB a day": rounded(oplogGb),
      "bodies that move, a second": moved.toFixed(moved < 10 ? 1 : 0),
      [`disk after ${KEPT_DAYS} days, GB`]: rounded(gb),
      "breaks next": breaksNext(uses),
    },
    lines: [],
    missed: [
      ...(polls.oldest > 190 ? [`a mailbox waits ${Math.round(polls.oldest)} s for its poll`] : []),
      ...(sends.failed > 0 ? [`${sends.failed} emails failed`] : []),
    ],
  };
};

/** Each size, ten times the one before: what it takes, and what breaks next. */
export const growthScenarios: readonly Scenario[] = SIZES.map((mailboxes) => ({
  name: `growth-${mailboxes}`,
  title: `${mailboxes.toLocaleString("en")} mailboxes`,
  run: (seed, share) => ofSize(Math.round(mailboxes * share), seed),
}));
