import { setTimeout as pause } from "node:timers/promises";
import { sendJob } from "#shared/contract/queue-messages.ts";
import { deliverFairly, wakeWaiter } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import { scheduleSends } from "#shared/domain/sending/wake/schedule-sends.ts";
import { log } from "#shared/runtime/log.ts";
import { answers } from "#shared/runtime/ports/answers.ts";
import { schedules } from "#shared/runtime/ports/create-schedules.ts";
import { deliveries } from "#shared/runtime/ports/deliveries.ts";
import { isInMaintenance } from "#shared/runtime/ports/maintenance.ts";
import { mailAccounts } from "#shared/runtime/ports/mail-accounts.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";
import { refusals } from "#shared/runtime/ports/refusals.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { copies } from "#shared/runtime/ports/sent-copies.ts";
import { sentFolder } from "#shared/runtime/ports/sent-folder.ts";
import { submissionsWithBreaker as submissions } from "#shared/runtime/ports/submissions.ts";
import { suppressions } from "#shared/runtime/ports/suppressions.ts";
import { workerTime } from "#shared/runtime/ports/worker-time.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { workerPool } from "#shared/runtime/ports/worker-pools.ts";
import { worker } from "#shared/runtime/worker.ts";

const records = { deliveries, sends, mailboxes, copies, suppressions, workerTime, refusals, answers, eventOutbox };
const ports = { ...records, mailAccounts, submissions, sentFolder, schedules, wakeUps, isInMaintenance, clock, ids, log, pause };
const pool = workerPool("send", (waiter) => wakeWaiter(wakeUps, waiter));

/** The send queue's worker: delivers a mailbox's due mail, or creates schedules for sends that are far ahead. */
export const handler = worker(sendJob, (job) =>
  job.job === "deliver" ? deliverFairly(ports, pool, job) : scheduleSends(ports, job.sendIds),
);
