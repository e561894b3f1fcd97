import { cpuTimeMs, lambdaCost, latencies, prices, readMeasured } from "#infra/cost/prices.ts";
import type { QueueJob } from "#shared/service/job.ts";
import { jobs, queueJobs } from "#shared/service/jobs.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import type { PolledMailbox, ProbeQueue, SyncTarget, SyncTargets } from "#shared/inbox/ports/polls.ts";
import { POLL_MINUTES, ROUND_MINUTES } from "#shared/inbox/pull/polling.ts";
import { probeMailboxes, type ProbePorts } from "#shared/inbox/pull/probe.ts";
import { startSync } from "#shared/inbox/pull/start-sync.ts";
import type { FolderCursor } from "#shared/inbox/pull/sync-state.ts";
import { POLL_SHARDS } from "#shared/mailboxes/mailbox.ts";
import { withCircuitBreaker } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { randomBy } from "#test/support/random.ts";
import { queueFunction } from "./lambda.ts";
import { samples } from "./samples.ts";
import { mailTimes } from "./mail-times.ts";
import { virtualTime } from "./virtual-time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Of a poll's processor time at full speed, ms, and its round trips: TCP, TLS resumed, login, STATUS, logout; `npm run cost` measures them. */
const POLL_CPU_MS = 1.6;
const POLL_ROUND_TRIPS = 6;
/** Of a mailbox in a round of start-sync: processor time at full speed, ms; measured. */
const TARGET_CPU_MS = readMeasured().targetsQueued.cpuMs;
/** The documents that a pull of one mail writes: lease, page with its thread and links, mailbox; counted in the code. */
export const PULL_WRITES = 12;
/** Those of a poll that finds nothing: the mark as queued, and the time of the poll. */
export const POLL_WRITES = 2;
/** A pull of a mail or two: login, folders, fetch and a transaction; the model's own, ms. */
const PULL_MS = 1_200;
/** How long a dead host holds a pull, ms, and the backoff of its mailbox (inbox/pull/sync-mailbox.ts). */
const DEAD_MS = 10_000;
const FIRST_RETRY_MS = POLL_MINUTES * MINUTE_MS;
const LAST_RETRY_MS = 30 * MINUTE_MS;
const QUEUED_MS = 6 * MINUTE_MS;

const jobOf = (id: QueueJob["id"]) => queueJobs.find((job) => job.id === id)!;
const providers = ["google", "google", "outlook", "outlook", "google", "smtp", "outlook", "google", "smtp", "smtp"] as const;
const providerOf = (n: number) => providers[n % 10] ?? "smtp";

interface Dead {
  readonly host: string;
  readonly port: number;
  readonly username: string;
}

/** What a world of polls is made of. */
export interface PollOptions {
  readonly seed: number;
  readonly mailboxes: number;
  readonly minutes: number;
  /** From which minute on the oldest poll and the rates are looked at; 5 when absent. */
  readonly from?: number;
  readonly isDown?: (provider: string, minute: number) => boolean;
  /** How many calls of start-sync share a round, and how many times prod's concurrency its workers have. */
  readonly calls?: number;
  readonly times?: number;
  /** Up to which interval quiet mailboxes are polled less often, minutes. */
  readonly maxIntervalMinutes?: number;
  /** Mails a mailbox gets a day: as many each, unless they are unequal: then most get few, and four fifths of a day's come in eight hours. */
  readonly areUnequal?: boolean;
  /** How long a group's probe takes, ms, where it is not played mailbox by mailbox: a million of them take an hour of processor time. */
  readonly groupMs?: number;
}

/** Real rounds, groups and probes; the pull that follows a change or a failure is a model. */
export const pollsWorld = async (options: PollOptions) => {
  const { seed, mailboxes: count, minutes, from: looked = 5, isDown = () => false } = options;
  const { calls = 1, times = 1, maxIntervalMinutes, areUnequal = false, groupMs } = options;
  const time = virtualTime();
  const begun = time.now();
  const random = randomBy(seed);
  const clock = { now: () => new Date(time.now()) };
  const minuteOf = () => (time.now() - begun) / MINUTE_MS;
  const since = new Date(begun - 30 * DAY_MS);
  const cursor = (path: string, role: FolderCursor["role"]): FolderCursor => ({
    path,
    role,
    uidValidity: "1",
    lastUid: 100,
    since,
    starts: 0,
    // Read a moment ago, and not to be looked into again within the time that is simulated.
    told: { uidNext: 101, messages: 100, until: new Date(begun + 2 * DAY_MS) },
  });
  const cursors = [cursor("INBOX", "inbox"), cursor("Junk", "junk"), cursor("Sent", "sent")];
  const folders = (changed: boolean) =>
    cursors.map(({ path, role, uidValidity }, at) => ({
      path,
      role,
      uidValidity,
      ...(changed && at === 0 ? { uidNext: 102, messages: 101 } : { uidNext: 101, messages: 100 }),
    }));
  let [databaseCommands, writes] = [0, 0];
  const commands = (sent: number, written = 0, cpuMs = 0) => {
    databaseCommands += sent;
    writes += written;
    return time.sleep(sent * latencies.commandMs + cpuMs);
  };
  const polledAt = Float64Array.from({ length: count }, () => begun - Math.floor(random() * POLL_MINUTES * MINUTE_MS));
  const [failures, retryAt, queuedUntil] = [new Uint8Array(count), new Float64Array(count), new Float64Array(count)];
  /** When the next mail comes that is not found yet, and when the last was found. */
  const [nextMailAt, activeAt] = [new Float64Array(count), new Float64Array(count).fill(begun)];
  const timesOf = Array.from({ length: areUnequal ? count : 1 }, () => mailTimes(random, areUnequal));
  const mailAfter = (n: number, ms: number) => begun + timesOf[areUnequal ? n : 0]!(ms - begun);
  for (let n = 0; n < count; n += 1) nextMailAt[n] = mailAfter(n, begun);
  const numberOf = (id: string) => Number.parseInt(id, 16);
  const idOf = (n: number) => n.toString(16).padStart(24, "0");
  const userOf = (n: number) => `user${Math.floor(n / 50)}`;
  const polledOf = (n: number): PolledMailbox => ({
    mailbox: {
      id: idOf(n),
      userId: userOf(n),
      type: providerOf(n),
      status: "active",
      imapFailures: 0,
      smtpFailures: 0,
      inboxLastError: "",
      inboxSyncFrom: since,
      createdAt: since,
    } as unknown as PolledMailbox["mailbox"],
    cursors,
    failures: failures[n]!,
  });
  const seenAfter = samples();
  const probeJob = jobOf("jobs/probe");
  const cpu = cpuTimeMs(POLL_CPU_MS, probeJob.memoryMb);
  let [connections, most, found, polls] = [0, 0, 0, 0];
  const ports: ProbePorts = {
    mailAccounts: {
      imap: async (box) => ({ host: box.type, port: 993, username: box.id, credential: { password: "" } }),
      renew: async () => false,
    },
    mailReader: {
      open: async ({ host, username }) => {
        connections += 1;
        polls += 1;
        most = Math.max(most, connections);
        const close = () => void (connections -= 1);
        if (isDown(host, minuteOf())) {
          await time.sleep(DEAD_MS);
          close();
          throw new MailFailure("IMAP", "unreachable");
        }
        await time.sleep((POLL_ROUND_TRIPS - 1) * latencies.mailRoundTripMs * (0.7 + 0.6 * random()) + cpu);
        return {
          folders: async () => {
            await time.sleep(latencies.mailRoundTripMs);
            return folders(nextMailAt[numberOf(username)]! <= time.now());
          },
          close,
        } as unknown as Awaited<ReturnType<ProbePorts["mailReader"]["open"]>>;
      },
    },
    polls: {
      read: async (ids) => {
        await commands(2);
        return ids.map((id) => polledOf(numberOf(id)));
      },
      quiet: async (ids, at) => {
        await commands(1, ids.length);
        for (const id of ids) polledAt[numberOf(id)] = at.getTime();
      },
    },
    syncQueue: {
      add: async (boxes) => {
        await time.sleep(latencies.awsCallMs);
        for (const { id, userId } of boxes) pull.send(id, userId, 0);
      },
    },
    clock,
  };
  // What a process knows of silent hosts is its own.
  const ofEach = <T>(make: () => T) => {
    const made = new Map<number, T>();
    return (environment: number): T => {
      const own = made.get(environment) ?? make();
      made.set(environment, own);
      return own;
    };
  };
  const openerOf = ofEach(() =>
    withCircuitBreaker(async ({ host }: Dead) => {
      if (!isDown(host, minuteOf())) return;
      await time.sleep(DEAD_MS);
      throw new MailFailure("IMAP", "unreachable");
    }, clock),
  );
  const readerOf = ofEach(() => ({
    open: withCircuitBreaker((...asked: Parameters<MailReader["open"]>) => ports.mailReader.open(...asked), clock),
  }));
  const probeGroup = async (ids: readonly string[], took: number): Promise<void> => {
    const at = time.now();
    await commands(2);
    await time.sleep(took - 3 * latencies.commandMs);
    polls += ids.length;
    const changed = ids.filter((id) => nextMailAt[numberOf(id)]! <= time.now());
    for (const id of changed) pull.send(id, userOf(numberOf(id)), 0);
    await commands(1, ids.length - changed.length);
    const found = new Set(changed);
    for (const id of ids) if (!found.has(id)) polledAt[numberOf(id)] = at;
  };
  const probe = queueFunction<readonly string[]>(time, probeJob, async (ids, environment) => {
    if (groupMs !== undefined) await probeGroup(ids, groupMs);
    else await probeMailboxes({ ...ports, mailReader: readerOf(environment) }, ids);
  });
  const pull = queueFunction<string>(time, jobOf("jobs/sync-mailbox"), async (id, environment) => {
    const n = numberOf(id);
    await commands(2, 1);
    queuedUntil[n] = 0;
    const reached = await openerOf(environment)({ host: providerOf(n), port: 993, username: id }).then(
      () => true,
      () => false,
    );
    if (!reached) {
      await commands(2, 2);
      retryAt[n] = time.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures[n]!);
      failures[n]! += 1;
      return;
    }
    const at = time.now();
    await time.sleep(PULL_MS);
    await commands(12, PULL_WRITES - 1);
    for (; nextMailAt[n]! <= at; nextMailAt[n] = mailAfter(n, nextMailAt[n]!)) {
      seenAfter.add(time.now() - nextMailAt[n]!);
      activeAt[n] = time.now();
      found += 1;
    }
    [polledAt[n], failures[n], retryAt[n]] = [at, 0, 0];
  });
  probe.allow(probeJob.source.concurrency.prod * times);
  pull.allow(jobOf("jobs/sync-mailbox").source.concurrency.prod * times);
  const probeQueue: ProbeQueue = {
    add: async (groups) => {
      await time.sleep(latencies.awsCallMs);
      for (const { mailboxIds, delaySeconds } of groups) probe.send(mailboxIds, undefined, delaySeconds);
    },
  };
  const startJob = jobs.find(({ id }) => id === "jobs/start-sync")!;
  const cpuOf = (read: number) => cpuTimeMs(TARGET_CPU_MS * read, startJob.memoryMb);
  const targetOf = (n: number): SyncTarget => ({
    id: idOf(n),
    userId: userOf(n),
    server: providerOf(n),
    polledAt: new Date(polledAt[n]!),
    ...(failures[n] === 0 && { healthySince: since }),
    ...(maxIntervalMinutes !== undefined && { maxIntervalMinutes, activeAt: new Date(activeAt[n]!) }),
  });
  const syncTargets: SyncTargets = {
    page: async (shard, after, limit) => {
      const targets: SyncTarget[] = [];
      let n = after === undefined ? 0 : numberOf(after) + 1;
      for (; n < count && targets.length < limit; n += 1) if (shard === undefined || n % POLL_SHARDS === shard) targets.push(targetOf(n));
      await commands(1, 0, cpuOf(targets.length));
      return { targets, last: targets.length < limit ? undefined : targets.at(-1)?.id };
    },
    free: async (targets) => {
      await commands(1);
      const isFree = ({ id }: SyncTarget) => {
        const n = numberOf(id);
        const isPolled = polledAt[n]! > queuedUntil[n]! - QUEUED_MS;
        return retryAt[n]! <= time.now() && (isPolled || queuedUntil[n]! <= time.now());
      };
      return targets.filter(isFree).map(({ id }) => id);
    },
    queued: async (ids, agoMs) => {
      await commands(1, ids.length);
      for (const id of ids) queuedUntil[numberOf(id)] = time.now() + QUEUED_MS - agoMs;
    },
  };
  const series = { oldest: [], probes: [], pulls: [], waiting: [] } as Record<string, [number, number][]>;
  const at = { commands: 0, writes: 0 };
  const peak = { commands: 0, writes: 0, oldest: 0, environments: 0, calls: 0, roundMs: 0 };
  const planned = async (index: number) => {
    const began = time.now();
    await startSync({ syncTargets, probeQueue, clock, pollMinutes: POLL_MINUTES, part: { index, of: calls } });
    peak.roundMs = Math.max(peak.roundMs, time.now() - began);
  };
  const round = () => {
    for (let index = 0; index < calls; index += 1) void planned(index);
    const minute = minuteOf();
    if (minute >= looked) {
      // At a provider that is down, or was so within the longest backoff, no poll can be in time; what it does to the others is the question.
      const wasDown = (server: string) => Array.from({ length: 36 }, (_, ago) => minute - ago).some((then) => isDown(server, then));
      const down = new Set<string>(providers.filter(wasDown));
      let oldest = 0;
      for (let n = 0; n < count; n += 1) if (!down.has(providerOf(n))) oldest = Math.max(oldest, time.now() - polledAt[n]!);
      peak.oldest = Math.max(peak.oldest, oldest / 1000);
      series["oldest"]?.push([minute, oldest / 1000]);
      peak.commands = Math.max(peak.commands, (databaseCommands - at.commands) / 60);
      peak.writes = Math.max(peak.writes, (writes - at.writes) / 60);
    }
    Object.assign(at, { commands: databaseCommands, writes });
    series["probes"]?.push([minute, probe.facts().running]);
    series["pulls"]?.push([minute, pull.facts().running]);
    series["waiting"]?.push([minute, pull.facts().waiting]);
    peak.environments = Math.max(peak.environments, probe.facts().environments + pull.facts().environments);
    if (minute < minutes) time.at(time.now() + ROUND_MINUTES * MINUTE_MS, round);
  };
  round();
  await time.run(begun + minutes * MINUTE_MS);
  const [probes, pulls] = [probe.facts(), pull.facts()];
  const money =
    lambdaCost(probes.billedMs, probeJob.memoryMb, probes.calls) +
    lambdaCost(pulls.billedMs, jobOf("jobs/sync-mailbox").memoryMb, pulls.calls) +
    3 * (probes.calls + pulls.calls) * prices.sqsRequest;
  return {
    ...peak,
    found,
    polls,
    seenAfter,
    series,
    connections: most,
    probes: probes.mostRunning,
    pulls: pulls.mostRunning,
    groupMs: probes.billedMs / probes.calls,
    /** Dollars for 1,000 mailboxes and a month. */
    money: (money / count) * 1000 * ((30 * 24 * 60) / minutes),
  };
};
