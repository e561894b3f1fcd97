import { cpuTimeMs, lambdaCost, latencies, prices } from "#infra/cost/prices.ts";
import type { QueueJob } from "#shared/service/job.ts";
import { queueJobs } from "#shared/service/jobs.ts";
import type { MailReader } from "#shared/inbox/ports/mail-session.ts";
import type { PolledMailbox, ProbeQueue, SyncTarget } from "#shared/inbox/ports/polls.ts";
import { POLL_MINUTES, ROUND_MINUTES } from "#shared/inbox/pull/polling.ts";
import { probeMailboxes, type ProbePorts } from "#shared/inbox/pull/probe.ts";
import { startSync } from "#shared/inbox/pull/start-sync.ts";
import type { FolderCursor } from "#shared/inbox/pull/sync-state.ts";
import { withCircuitBreaker } from "#shared/mailboxes/connection/circuit-breaker.ts";
import { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import { randomBy } from "#test/support/random.ts";
import type { Line } from "./chart.ts";
import { queueFunction } from "./lambda.ts";
import type { Outcome, Scenario } from "./scenario.ts";
import { virtualTime } from "./virtual-time.ts";

const MAILBOXES = 100_000;
const MINUTE_MS = 60_000;
/** Of a poll's processor time at full speed, ms, and its round trips: TCP, TLS resumed, login, STATUS, logout; `npm run cost` measures them. */
const POLL_CPU_MS = 1.6;
const POLL_ROUND_TRIPS = 6;
/** A poll finds something: twenty mails a mailbox and day. */
const CHANGED_SHARE = 20 / 720;
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

interface PollState {
  readonly polled: PolledMailbox;
  readonly target: SyncTarget;
  polledAt: number;
  failures: number;
  retryAt: number;
  queuedUntil: number;
}

/** Real rounds, groups and probes of 100,000 mailboxes every two minutes; the pull that follows a change or a failure is a model. */
const polled = async (
  seed: number,
  share: number,
  minutes: number,
  isDown: (provider: string, minute: number) => boolean,
): Promise<Outcome> => {
  const time = virtualTime();
  const begun = time.now();
  const random = randomBy(seed);
  const clock = { now: () => new Date(time.now()) };
  const minuteOf = () => (time.now() - begun) / MINUTE_MS;
  const since = new Date(begun - 30 * 86_400_000);
  const cursor = (path: string, role: FolderCursor["role"]): FolderCursor => ({
    path,
    role,
    uidValidity: "1",
    lastUid: 100,
    since,
    starts: 0,
    // Read a moment ago, and not to be looked into again within the time that is simulated.
    told: { uidNext: 101, messages: 100, until: new Date(begun + 86_400_000) },
  });
  const cursors = [cursor("INBOX", "inbox"), cursor("Junk", "junk"), cursor("Sent", "sent")];
  const folders = (changed: boolean) =>
    cursors.map(({ path, role, uidValidity }, at) => ({
      path,
      role,
      uidValidity,
      ...(changed && at === 0 ? { uidNext: 102, messages: 101 } : { uidNext: 101, messages: 100 }),
    }));
  let databaseCommands = 0;
  const commands = (count: number) => {
    databaseCommands += count;
    return time.sleep(count * latencies.commandMs);
  };
  const count = Math.round(MAILBOXES * share);
  const states = Array.from({ length: count }, (_, n): PollState => {
    const id = n.toString(16).padStart(24, "0");
    const polledAt = begun - Math.floor(random() * POLL_MINUTES * MINUTE_MS);
    const mailbox = {
      id,
      userId: `user${Math.floor(n / 50)}`,
      type: providerOf(n),
      status: "active",
      imapFailures: 0,
      smtpFailures: 0,
      inboxLastError: "",
      inboxSyncFrom: since,
      createdAt: since,
    } as unknown as PolledMailbox["mailbox"];
    const target = { id, userId: mailbox.userId, server: providerOf(n), healthySince: since };
    return {
      polled: { mailbox, cursors, failures: 0 },
      target,
      polledAt,
      failures: 0,
      retryAt: 0,
      queuedUntil: 0,
    };
  });
  const stateOf = (id: string) => states[Number.parseInt(id, 16)]!;
  const probeJob = jobOf("jobs/probe");
  const cpu = cpuTimeMs(POLL_CPU_MS, probeJob.memoryMb);
  let [connections, most, found] = [0, 0, 0];
  const ports: ProbePorts = {
    mailAccounts: {
      imap: async (box) => ({ host: box.type, port: 993, username: box.id, credential: { password: "" } }),
      renew: async () => false,
    },
    mailReader: {
      open: async ({ host }) => {
        connections += 1;
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
            return folders(random() < CHANGED_SHARE);
          },
          close,
        } as unknown as Awaited<ReturnType<ProbePorts["mailReader"]["open"]>>;
      },
    },
    polls: {
      read: async (ids) => {
        await commands(2);
        return ids.map((id) => ({ ...stateOf(id).polled, failures: stateOf(id).failures }));
      },
      quiet: async (ids, at) => {
        await commands(2);
        for (const id of ids) Object.assign(stateOf(id), { polledAt: at.getTime(), queuedUntil: 0 });
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
  const probe = queueFunction<readonly string[]>(
    time,
    probeJob,
    async (ids, environment) => void (await probeMailboxes({ ...ports, mailReader: readerOf(environment) }, ids)),
  );
  const pull = queueFunction<string>(time, jobOf("jobs/sync-mailbox"), async (id, environment) => {
    const state = stateOf(id);
    await commands(2);
    const reached = await openerOf(environment)({ host: state.target.server, port: 993, username: id }).then(
      () => true,
      () => false,
    );
    if (!reached) {
      await commands(2);
      Object.assign(state, {
        retryAt: time.now() + Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** state.failures),
        failures: state.failures + 1,
        queuedUntil: 0,
      });
      return;
    }
    const at = time.now();
    await time.sleep(PULL_MS);
    await commands(12);
    found += 1;
    Object.assign(state, { polledAt: at, failures: 0, retryAt: 0, queuedUntil: 0 });
  });
  const probeQueue: ProbeQueue = {
    add: async (groups) => {
      await time.sleep(latencies.awsCallMs);
      for (const { mailboxIds, delaySeconds } of groups) probe.send(mailboxIds, undefined, delaySeconds);
    },
  };
  const syncTargets = {
    page: async (after: string | undefined, limit: number) => {
      await commands(1);
      const from = after === undefined ? 0 : Number.parseInt(after, 16) + 1;
      const part = states.slice(from, from + limit);
      const targets = part.map(({ target, polledAt, failures }): SyncTarget => {
        const { healthySince: _, ...ill } = target;
        return { ...(failures > 0 ? ill : target), polledAt: new Date(polledAt) };
      });
      return { targets, last: part.length < limit ? undefined : part.at(-1)?.target.id };
    },
    claim: async (ids: readonly string[]) => {
      if (ids.length === 0) return [];
      await commands(2);
      const free = ids.filter((id) => stateOf(id).retryAt <= time.now() && stateOf(id).queuedUntil <= time.now());
      for (const id of free) stateOf(id).queuedUntil = time.now() + QUEUED_MS;
      return free;
    },
  };
  const series = { oldest: [], probes: [], pulls: [], waiting: [] } as Record<string, [number, number][]>;
  let [before, mostCommands, worst, environments] = [0, 0, 0, 0];
  const round = () => {
    void startSync({ syncTargets, probeQueue, clock, pollMinutes: POLL_MINUTES });
    const minute = minuteOf();
    if (minute >= 5) {
      // At a provider that is down, or was so within the longest backoff, no poll can be in time; what it does to the others is the question.
      const wasDown = (server: string) => Array.from({ length: 36 }, (_, ago) => minute - ago).some((then) => isDown(server, then));
      const down = new Set(providers.filter(wasDown));
      const healthy = states.filter(({ target }) => !down.has(target.server as (typeof providers)[number]));
      const oldest = healthy.reduce((age, { polledAt }) => Math.max(age, time.now() - polledAt), 0) / 1000;
      worst = Math.max(worst, oldest);
      series["oldest"]?.push([minute, oldest]);
    }
    series["probes"]?.push([minute, probe.facts().running]);
    series["pulls"]?.push([minute, pull.facts().running]);
    series["waiting"]?.push([minute, pull.facts().waiting]);
    environments = Math.max(environments, probe.facts().environments + pull.facts().environments);
    mostCommands = Math.max(mostCommands, (databaseCommands - before) / 60);
    before = databaseCommands;
    if (minute < minutes) time.at(time.now() + ROUND_MINUTES * MINUTE_MS, round);
  };
  round();
  await time.run(begun + minutes * MINUTE_MS);
  const [probes, pulls] = [probe.facts(), pull.facts()];
  const requests = 3 * (probes.calls + pulls.calls);
  const money =
    lambdaCost(probes.billedMs, probeJob.memoryMb, probes.calls) +
    lambdaCost(pulls.billedMs, jobOf("jobs/sync-mailbox").memoryMb, pulls.calls) +
    requests * prices.sqsRequest;
  const line = (name: string, title: string, unit = ""): Line => ({ title, unit, points: series[name] ?? [] });
  return {
    numbers: {
      "mails found": found.toLocaleString("en-US"),
      "oldest poll": `${Math.round(worst)} s`,
      "calls at once": String(
        Math.max(...(series["probes"] ?? []).map(([, y]) => y)) + Math.max(...(series["pulls"] ?? []).map(([, y]) => y)),
      ),
      "mail connections": most.toLocaleString("en-US"),
      "MongoDB connections": String(environments * 5),
      "commands a second": Math.round(mostCommands).toLocaleString("en-US"),
      "Lambda and SQS, 1,000 mailboxes a month": `$${((money / count) * 1000 * ((30 * 24 * 60) / minutes)).toFixed(2)}`,
    },
    lines: [
      line("oldest", "oldest poll of a mailbox whose provider is up", "s"),
      line("probes", "calls of probe at once"),
      line("pulls", "calls of sync-mailbox at once"),
      line("waiting", "mailboxes that wait for a pull"),
    ],
    missed: worst > 190 ? [`a mailbox whose provider is up waits ${Math.round(worst)} s for its poll`] : [],
  };
};

/** Every scenario of polling. */
export const pollScenarios: readonly Scenario[] = [
  { name: "polls", title: "Polling 100,000 mailboxes every two minutes", run: (seed, share) => polled(seed, share, 20, () => false) },
  {
    name: "polls-outage",
    title: "Polling while a provider of 40 % of the mailboxes does not answer for half an hour",
    run: (seed, share) => polled(seed, share, 45, (provider, minute) => provider === "google" && minute >= 10 && minute < 40),
  },
];
