import { setTimeout as pause } from "node:timers/promises";
import { sendJob } from "#shared/service/queue-messages.ts";
import { deliverFairly, wakeWaiter } from "#shared/sending/deliver/deliver-mailbox.ts";
import { scheduleSends } from "#shared/sending/wake/plan-wakes.ts";
import { log } from "#shared/platform/log.ts";
import { answers } from "#shared/sending/wiring/answers.ts";
import { schedules } from "#shared/sending/wiring/create-schedules.ts";
import { deliveries, refusals, sendsWithBodies as sends, copies, workerTime } from "#shared/sending/wiring/stores.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { wakeUps } from "#shared/sending/wiring/send-queue.ts";
import { sentFolder, submissionsWithBreaker as submissions } from "#shared/mailboxes/wiring/transports.ts";
import { suppressions } from "#shared/suppressions/wiring/suppressions.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { workerPool } from "#shared/platform/wiring/worker-pools.ts";
import { worker } from "#shared/service/job.ts";

const records = { deliveries, sends, mailboxes, copies, suppressions, workerTime, refusals, answers, eventOutbox };
const ports = { ...records, mailAccounts, submissions, sentFolder, schedules, wakeUps, isInMaintenance, clock, ids, log, pause };
const pool = workerPool("send", (waiter) => wakeWaiter(wakeUps, waiter));

/** The send queue's worker: delivers a mailbox's due mail, or creates schedules for sends that are far ahead. */
export const handler = worker(sendJob, (job) =>
  job.job === "deliver" ? deliverFairly(ports, pool, job) : scheduleSends(ports, job.sendIds),
);
