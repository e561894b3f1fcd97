import { setTimeout as pause } from "node:timers/promises";
import { sendJob } from "#shared/contract/queue-messages.ts";
import { pullNow } from "#shared/domain/inbox/pull/pull-now.ts";
import { deliverMailbox } from "#shared/domain/sending/deliver/deliver-mailbox.ts";
import type { DeliverPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import { type SchedulePorts, scheduleSends } from "#shared/domain/sending/wake/schedule-sends.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, mailReader, patientSubmissions, sentFolder } from "#shared/runtime/mail.ts";
import { schedules, wakeUps } from "#shared/runtime/queues.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { newsroom } from "#shared/runtime/newsroom.ts";
import {
  audits,
  answersTo,
  copies,
  deliveries,
  ingest,
  mailboxes,
  sends,
  suppressions,
  syncStates,
  workerTime,
} from "#shared/runtime/store.ts";
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
  answers: {
    pull: pullNow({ mailAccounts, mailReader, mailboxes, syncStates, audits, ingest, newsroom, clock, ids, log }),
    to: answersTo,
  },
  newsroom,
  schedules,
  wakeUps,
  clock,
  ids,
  log,
  pause,
});
