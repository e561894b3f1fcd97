import { ROUND_MINUTES } from "../domain/inbox/pull/polling.ts";
import { isQueueJob, type Job, type QueueJob } from "./job.ts";
import { probeJob, sendJob, syncJob, webhookJob } from "./queue-messages.ts";

/** What a killed probe or pull held comes again after so long: within 90 s. Lambda's throttling cannot use up the receives meanwhile: the mappings' own concurrency keeps it away. */
const INBOX_HIDDEN_SECONDS = 85;

/** When the alarm of a DLQ rings, that of a function's failures, and that of a queue whose oldest message waits for over so many seconds. */
const WHEN_BURIED = { watches: { of: "deadLetters" }, rings: { above: 0 }, statistic: "Maximum", periodMinutes: 1 } as const;
const WHEN_IT_FAILS = { watches: { of: "failures" }, rings: { above: 2 }, periodMinutes: 15 } as const;
const whenWaiting = (above: number) =>
  ({ watches: { of: "waiting" }, rings: { above }, statistic: "Maximum", periodMinutes: 1, periods: 5 }) as const;

/** The id of a job, which is its file's path under functions/. */
export type JobId = (typeof jobs)[number]["id"];

/** Every job: a new one is a row here, its function file and its domain. */
export const jobs = [
  {
    id: "jobs/deliver",
    summary: "Delivers a mailbox's due mail over one connection, or makes the schedules of sends that are due later",
    source: { queue: "send", batchSize: 1, concurrency: { local: 4, dev: 5, prod: 80 } },
    payload: sendJob,
    example: { job: "deliver", mailboxId: "665f1c2e9b3e4a0012345678", sendIds: ["665f1c2e9b3e4a0012345679"] },
    timeoutSeconds: 300,
    memoryMb: 272,
    may: ["database", "mail", "sendQueue", "createSchedules", "webhooksQueue"],
    alarms: [
      {
        name: "SendDlq",
        harm: "Emails leave minutes late. None is lost: the sweeper has done the work of these wake-ups.",
        remedy: 'Look for "queue message failed" in deliver\'s log, mend the cause, then purge the DLQ.',
        ...WHEN_BURIED,
      },
      {
        name: "SendsWait",
        harm: "Emails wait more than five minutes before they are tried.",
        remedy: "Raise deliver's concurrency in shared/contract/jobs.ts, or look whether a large provider is down.",
        ...whenWaiting(300),
      },
      {
        name: "DeliverErrors",
        harm: "The deliver function fails: emails leave late.",
        remedy: 'Look for "queue message failed" and for timeouts in deliver\'s log; the failed work is done again by itself.',
        ...WHEN_IT_FAILS,
      },
      {
        name: "UnknownOutcome",
        harm: "Connections were lost after the final dot, and the Sent folder does not hold the email: users see failed sends that may have arrived.",
        remedy: 'Look by sendId for "outcome unknown: settled" in deliver\'s log and find the provider that hangs up.',
        watches: { of: "lines", pattern: '{ ($.event = "outcome unknown: settled") && ($.found != "found") }' },
        rings: { above: 5 },
        periodMinutes: 15,
      },
      {
        name: "OwnFailure",
        harm: "A fault of ours (secret, keyring, database, dedicated IP) stops delivery: emails wait, and none of them fails for it.",
        remedy:
          'Look for "delivery stopped by our own failure" in deliver\'s log and mend what its error names; the emails go out by themselves.',
        watches: { of: "lines", pattern: '{ $.event = "delivery stopped by our own failure" }' },
        rings: { above: 2 },
        periodMinutes: 15,
      },
      {
        name: "BodyMissing",
        harm: "An accepted email has lost its body and fails: its user must send it again.",
        remedy:
          "Look by sendId for \"a send's body is missing\" in deliver's log; find what removed it from sendBodies (retention, a restore, a hand).",
        watches: { of: "lines", pattern: '{ $.event = "a send\'s body is missing" }' },
        rings: { above: 0 },
        periodMinutes: 5,
      },
    ],
  },
  {
    id: "jobs/start-sync",
    summary: "Queues in groups the mailboxes whose poll is due within a minute",
    source: { everyMinutes: ROUND_MINUTES },
    timeoutSeconds: 60,
    memoryMb: 512,
    may: ["database", "probeQueue"],
    alarms: [
      {
        name: "SyncStopped",
        harm: "No mailbox is pulled: nobody sees new replies.",
        remedy: "Look at start-sync's log, then at its schedule and at MongoDB.",
        watches: { of: "lines", pattern: '{ $.event = "mailboxes queued for a poll" }' },
        rings: { below: 1 },
        periodMinutes: 10,
      },
      {
        name: "PollsLate",
        harm: "A healthy mailbox waits a minute longer for its poll than its interval says: its user sees replies late.",
        remedy: "Raise probe's concurrency in shared/contract/jobs.ts, or look for timeouts in probe's log.",
        watches: { of: "lines", pattern: '{ $.event = "mailboxes queued for a poll" }', value: "$.overdueSeconds" },
        rings: { above: 60 },
        statistic: "Maximum",
        periodMinutes: 1,
        periods: 5,
      },
    ],
  },
  {
    id: "jobs/probe",
    summary: "Asks a group of mailboxes side by side whether there is news; those with news get a pull",
    source: { queue: "probe", batchSize: 1, concurrency: { local: 4, dev: 5, prod: 40 } },
    payload: probeJob,
    example: { mailboxIds: ["000000000000000000000001"] },
    timeoutSeconds: 60,
    hiddenSeconds: INBOX_HIDDEN_SECONDS,
    memoryMb: 256,
    may: ["database", "mail", "syncQueue"],
    alarms: [
      {
        name: "ProbeDlq",
        harm: "Groups of mailboxes could not be asked five times in a row: their users see replies late.",
        remedy: 'Look for "queue message failed" in probe\'s log, mend the cause, then purge the DLQ.',
        ...WHEN_BURIED,
      },
      {
        name: "ProbeErrors",
        harm: "The probe function fails: replies are seen late.",
        remedy: 'Look for "queue message failed" and for timeouts in probe\'s log.',
        ...WHEN_IT_FAILS,
      },
    ],
  },
  {
    id: "jobs/sync-mailbox",
    summary: "Pulls what is new in one mailbox",
    source: { queue: "sync", batchSize: 1, concurrency: { local: 8, dev: 5, prod: 50 } },
    payload: syncJob,
    example: { mailboxId: "665f1c2e9b3e4a0012345678" },
    timeoutSeconds: 80,
    hiddenSeconds: INBOX_HIDDEN_SECONDS,
    memoryMb: 528,
    may: ["database", "mail", "webhooksQueue"],
    alarms: [
      {
        name: "SyncDlq",
        harm: "Some mailboxes could not be pulled five times in a row: their users see replies late.",
        remedy: 'Look for "queue message failed" in sync-mailbox\'s log, mend the cause, then purge the DLQ.',
        ...WHEN_BURIED,
      },
      {
        name: "RepliesWait",
        harm: "Mailboxes wait more than ten minutes to be pulled: users miss replies.",
        remedy: "Raise sync-mailbox's concurrency in shared/contract/jobs.ts.",
        ...whenWaiting(600),
      },
      {
        name: "SyncErrors",
        harm: "The sync function fails: replies are seen late.",
        remedy: 'Look for "queue message failed" and for timeouts in sync-mailbox\'s log.',
        ...WHEN_IT_FAILS,
      },
    ],
  },
  {
    id: "jobs/deliver-webhooks",
    summary: "Posts the events that are due at one webhook",
    source: { queue: "webhooks", batchSize: 1, concurrency: { local: 4, dev: 5, prod: 20 } },
    payload: webhookJob,
    example: { webhookId: "665f1c2e9b3e4a0012345678" },
    timeoutSeconds: 60,
    memoryMb: 512,
    may: ["database", "web", "webhooksQueue"],
    alarms: [
      {
        name: "WebhooksDlq",
        harm: "Some webhooks could not be served five times in a row: their events arrive late. None is lost: the sweeper wakes them again.",
        remedy: 'Look for "queue message failed" in deliver-webhooks\' log, mend the cause, then purge the DLQ.',
        ...WHEN_BURIED,
      },
      {
        name: "EventsWait",
        harm: "Webhooks wait more than ten minutes before they are tried: users hear of replies late.",
        remedy: "Raise deliver-webhooks' concurrency in shared/contract/jobs.ts.",
        ...whenWaiting(600),
      },
      {
        name: "WebhookErrors",
        harm: "The deliver-webhooks function fails: events arrive late. An endpoint that refuses them does not count.",
        remedy: 'Look for "queue message failed" and for timeouts in deliver-webhooks\' log.',
        ...WHEN_IT_FAILS,
      },
    ],
  },
  {
    id: "jobs/sweep",
    summary: "Wakes whatever is due and was forgotten, and takes back what a dead worker held",
    source: { everyMinutes: 1 },
    timeoutSeconds: 60,
    memoryMb: 512,
    may: ["database", "sendQueue", "webhooksQueue"],
    alarms: [
      {
        name: "SweepStopped",
        harm: "The sweeper does not get through: emails whose wake-up was lost stay unsent.",
        remedy: 'Look for "sweep step failed" in sweep\'s log, then at its schedule and at MongoDB.',
        watches: { of: "lines", pattern: '{ $.event = "swept" }' },
        rings: { below: 1 },
        periodMinutes: 5,
      },
      {
        name: "SweepFails",
        harm: "A part of the sweeper fails again and again: sends, events, copies, threads or purges that were left undone stay so.",
        remedy: 'Look for "sweep step failed" in sweep\'s log: it names the step and the error.',
        watches: { of: "lines", pattern: '{ $.event = "sweep step failed" }' },
        rings: { above: 4 },
        periodMinutes: 15,
      },
    ],
  },
  {
    id: "jobs/migrate",
    summary: "Makes the collections and indexes that are missing; the deployment stops where it fails",
    source: { at: "deployment" },
    timeoutSeconds: 900,
    memoryMb: 512,
    may: ["database"],
    alarms: [],
  },
] as const satisfies readonly Job[];

/** The jobs that queues start. */
export const queueJobs: readonly QueueJob[] = /* @__PURE__ */ (jobs as readonly Job[]).filter(isQueueJob);
