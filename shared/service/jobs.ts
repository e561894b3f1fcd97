import { ROUND_MINUTES } from "#shared/inbox/pull/polling.ts";
import { isQueueJob, type Job, type QueueJob } from "./job.ts";

/**
 * The visibility timeout of probes and pulls, seconds: what a killed one held is received again within 90 s. Throttled calls do not use up receives
 * meanwhile, because the event source mappings limit concurrency.
 */
const INBOX_VISIBILITY_TIMEOUT_SECONDS = 85;
/**
 * How long settling a test world may take, seconds: it begins work for 5 s, and a piece takes up to 20. A killed one's message is received again
 * then.
 */
const SETTLE_SECONDS = 30;

/** The alarm on a queue whose oldest message has waited for over so many seconds. */
const whenWaiting = (above: number) =>
  ({ watches: { of: "waiting" }, rings: { above }, statistic: "Maximum", periodMinutes: 1, periods: 5 }) as const;

/** The id of a job: its file's path under functions/. */
export type JobId = (typeof jobs)[number]["id"];

/** Every job. A new one is a row here, its function file and its domain. */
export const jobs = [
  {
    id: "jobs/deliver",
    summary: "Delivers a mailbox's due mail, or creates the schedules of sends that are due later",
    source: { queue: "send", batchSize: 1, concurrency: { local: 4, dev: 5, prod: 80 } },
    example: { job: "deliver", mailboxId: "665f1c2e9b3e4a0012345678", sendIds: ["665f1c2e9b3e4a0012345679"] },
    timeoutSeconds: 300,
    memoryMb: 272,
    alarms: [
      {
        name: "SendsWait",
        drill: "work-waits",
        severity: "page",
        impact: "Emails wait more than five minutes before they are tried.",
        runbook: "Raise deliver's concurrency in shared/service/jobs.ts, or look whether a large provider is down.",
        ...whenWaiting(300),
      },
      {
        name: "UnknownOutcome",
        drill: "unknown-outcomes",
        severity: "ticket",
        impact:
          "Connections were lost after the final dot, and the Sent folder does not hold the email: users see failed sends that may have arrived.",
        runbook: 'Look by sendId for "outcome unknown: settled" in deliver\'s log and find the provider that hangs up.',
        watches: { of: "metric", name: "OutcomesUnknown" },
        rings: { above: 5 },
        periodMinutes: 15,
      },
      {
        name: "OwnFailure",
        drill: "our-own-failure",
        severity: "page",
        impact: "An internal failure (secret, keyring, database, dedicated IP) stops delivery: emails wait, but do not fail.",
        runbook:
          'Look for "delivery stopped by our own failure" in deliver\'s log and repair what its error names; the emails go out by themselves.',
        watches: { of: "metric", name: "OwnFailures" },
        rings: { above: 2 },
        periodMinutes: 15,
      },
      {
        name: "BodyMissing",
        drill: "a-body-is-missing",
        severity: "ticket",
        impact: "An accepted email has lost its body and fails: its user must send it again.",
        runbook:
          "Look by sendId for \"a send's body is missing\" in deliver's log; find out what removed it from sendBodies (retention, a restore, a person).",
        watches: { of: "metric", name: "BodiesMissing" },
        rings: { above: 0 },
        periodMinutes: 5,
      },
    ],
  },
  {
    id: "jobs/start-sync",
    summary: "Queues in groups the mailboxes whose poll is due within a minute",
    source: { everyMinutes: ROUND_MINUTES, isDivided: true },
    timeoutSeconds: 60,
    memoryMb: 512,
    alarms: [
      {
        name: "SyncStopped",
        drill: "schedule-off",
        severity: "page",
        impact: "No mailbox is pulled: nobody sees new replies.",
        runbook: "Look at start-sync's log, then at its schedule and at MongoDB.",
        watches: { of: "metric", name: "PollRounds" },
        rings: { below: 1 },
        periodMinutes: 10,
      },
      {
        name: "PollsLate",
        drill: "work-waits",
        severity: "ticket",
        impact: "A healthy mailbox waits a minute longer than its interval for a poll: its user sees replies late.",
        runbook: "Raise probe's concurrency in shared/service/jobs.ts, or look for timeouts in probe's log.",
        watches: { of: "metric", name: "PollsOverdueSeconds" },
        rings: { above: 60 },
        statistic: "Maximum",
        periodMinutes: 1,
        periods: 5,
      },
    ],
  },
  {
    id: "jobs/probe",
    summary: "Polls a group of mailboxes concurrently; those with a changed folder get a pull",
    source: { queue: "probe", batchSize: 1, concurrency: { local: 4, dev: 5, prod: 40 } },
    example: { mailboxIds: ["000000000000000000000001"] },
    timeoutSeconds: 60,
    visibilityTimeoutSeconds: INBOX_VISIBILITY_TIMEOUT_SECONDS,
    memoryMb: 256,
    alarms: [],
  },
  {
    id: "jobs/sync-mailbox",
    summary: "Pulls what is new in one mailbox",
    source: { queue: "sync", batchSize: 1, concurrency: { local: 8, dev: 5, prod: 50 } },
    example: { mailboxId: "665f1c2e9b3e4a0012345678" },
    timeoutSeconds: 80,
    visibilityTimeoutSeconds: INBOX_VISIBILITY_TIMEOUT_SECONDS,
    memoryMb: 528,
    alarms: [
      {
        name: "RepliesWait",
        drill: "work-waits",
        severity: "page",
        impact: "Mailboxes wait more than ten minutes to be pulled: users miss replies.",
        runbook: "Raise sync-mailbox's concurrency in shared/service/jobs.ts.",
        ...whenWaiting(600),
      },
      {
        name: "MailHealed",
        drill: "mail-healed",
        severity: "ticket",
        impact: "Audits store mail that pulls had missed: users saw it days late.",
        runbook:
          "Look for \"mailbox audited\" with healed above 0 in sync-mailbox's log: one provider's inconsistent answers, or a fault of the reader.",
        watches: { of: "metric", name: "MessagesHealed" },
        rings: { above: 100 },
        periodMinutes: 60,
      },
    ],
  },
  {
    id: "jobs/deliver-webhooks",
    summary: "Posts due events to webhooks that answer quickly, for two seconds each",
    source: { queue: "webhooks", batchSize: 10, concurrency: { local: 4, dev: 5, prod: 20 } },
    example: { webhookId: "665f1c2e9b3e4a0012345678", userId: "665f1c2e9b3e4a0012345679" },
    timeoutSeconds: 60,
    memoryMb: 512,
    alarms: [
      {
        name: "EventsWait",
        drill: "work-waits",
        severity: "ticket",
        impact: "Webhooks wait more than a minute before they are tried: users learn of replies late.",
        runbook: "Raise deliver-webhooks' concurrency in shared/service/jobs.ts.",
        ...whenWaiting(60),
      },
    ],
  },
  // A separate queue, because fair groups only order waiting messages and do not free calls: hanging endpoints of many accounts would take all calls
  // of one queue.
  {
    id: "jobs/deliver-slow-webhooks",
    summary: "Posts due events to slow webhooks, which wait for each other and delay no others",
    source: { queue: "slowWebhooks", batchSize: 10, concurrency: { local: 2, dev: 2, prod: 10 } },
    example: { webhookId: "665f1c2e9b3e4a0012345678", userId: "665f1c2e9b3e4a0012345679" },
    timeoutSeconds: 60,
    memoryMb: 512,
    alarms: [
      {
        name: "SlowEventsWait",
        drill: "work-waits",
        severity: "ticket",
        impact: "Slow webhooks wait more than ten minutes before they are tried.",
        runbook: "Raise deliver-slow-webhooks' concurrency in shared/service/jobs.ts.",
        ...whenWaiting(600),
      },
    ],
  },
  {
    id: "jobs/settle-world",
    summary: "Does what is due in an account's test world",
    source: { queue: "sandbox", batchSize: 1, concurrency: { local: 2, dev: 2, prod: 5 } },
    example: { userId: "665f1c2e9b3e4a0012345678" },
    timeoutSeconds: SETTLE_SECONDS,
    visibilityTimeoutSeconds: SETTLE_SECONDS,
    memoryMb: 512,
    alarms: [
      {
        name: "SandboxWaits",
        drill: "work-waits",
        severity: "ticket",
        impact: "Test worlds stand still for more than ten minutes; live mail is not affected.",
        runbook: "Raise settle-world's concurrency in shared/service/jobs.ts, or look in its log for an account that keeps it busy.",
        ...whenWaiting(600),
      },
    ],
  },
  {
    id: "jobs/sweep",
    summary: "Wakes due work that was forgotten, recovers what a dead worker had claimed, and repeats DNS checks that are a day old",
    source: { everyMinutes: 1 },
    timeoutSeconds: 60,
    memoryMb: 512,
    alarms: [
      {
        name: "SweepStopped",
        drill: "schedule-off",
        severity: "page",
        impact: "The sweeper does not finish: emails whose wake-up was lost stay unsent.",
        runbook: 'Look for "sweep step failed" in sweep\'s log, then at its schedule and at MongoDB.',
        watches: { of: "metric", name: "Sweeps" },
        rings: { below: 1 },
        periodMinutes: 5,
      },
    ],
  },
  {
    id: "jobs/move-bodies",
    summary: "Moves bodies to S3 whose days in the database are over, and deletes the objects of erased ones",
    source: { everyMinutes: 5 },
    timeoutSeconds: 240,
    memoryMb: 512,
    alarms: [],
  },
  {
    id: "jobs/renew-watches",
    summary: "Asks Microsoft Graph and Gmail to tell of new mail, and again before they stop",
    source: { everyMinutes: 5 },
    timeoutSeconds: 300,
    memoryMb: 256,
    alarms: [],
  },
  {
    id: "jobs/migrate",
    summary: "Creates missing collections and indexes, and changes old rows; the deployment stops if this fails",
    source: { at: "deployment" },
    timeoutSeconds: 900,
    memoryMb: 512,
    alarms: [],
  },
] as const satisfies readonly Job[];

/** The jobs that are started by queues. */
export const queueJobs: readonly QueueJob[] = /* @__PURE__ */ (jobs as readonly Job[]).filter(isQueueJob);

/** How many messages of each queue are processed at once, in the form of the setting WORKERS; `callsOf` gives a job's concurrent calls. */
export const workersOf = (callsOf: (job: QueueJob) => number): string =>
  queueJobs.map((job) => `${job.source.queue}:${callsOf(job) * job.source.batchSize}`).join(",");
