import { setTimeout as pause } from "node:timers/promises";
import { sendJob } from "#shared/contract/queue-messages.ts";
import { deliverMailbox } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import { type SchedulePorts, scheduleSends } from "#shared/domain/sending/wake/schedule-sends.ts";
import { answers } from "#shared/runtime/answers.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, patientSubmissions, sentFolder } from "#shared/runtime/mail.ts";
import { schedules, wakeUps } from "#shared/runtime/queues.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { copies, deliveries, mailboxes, sends, suppressions, workerTime } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** The send queue's worker: delivers a mailbox's due mail, or schedules far sends. */
export const deliver = (ports: DeliverPorts & SchedulePorts) =>
  sqsBatch(ports.log, sendJob, (job) => (job.job === "deliver" ? deliverMailbox(ports, job) : scheduleSends(ports, job.sendIds)));

export const handler = deliver({
  deliveries,
  sends,
  mailboxes,
  mailAccounts,
  submissions: patientSubmissions,
  sentFolder,
  copies,
  suppressions,
  workerTime,
  answers,
  eventOutbox,
  schedules,
  wakeUps,
  clock,
  ids,
  log,
  pause,
});
