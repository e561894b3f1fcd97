import { setTimeout as pause } from "node:timers/promises";
import type { Context, SQSBatchResponse, SQSEvent } from "aws-lambda";
import { singleJob } from "#shared/contract/queue-messages.ts";
import { buildGate } from "#shared/domain/sending/deliver/build-gate.ts";
import type { ClaimPorts } from "#shared/domain/sending/deliver/deliver-ports.ts";
import { deliverSingle } from "#shared/domain/sending/deliver/deliver-single.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, patientSubmissions } from "#shared/runtime/mail.ts";
import { newsroom } from "#shared/runtime/newsroom.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { answersTo, deliveries, mailboxes, sends, suppressions, workerTime } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** The singles queue's worker: delivers the emails of a call side by side, each of them behind the call's gate. */
export const deliverSingles =
  (ports: ClaimPorts) =>
  (event: SQSEvent, context?: Pick<Context, "awsRequestId">): Promise<SQSBatchResponse> => {
    const gate = buildGate();
    return sqsBatch(ports.log, singleJob, (job) => deliverSingle(ports, job, gate))(event, context);
  };

export const handler = deliverSingles({
  deliveries,
  sends,
  mailboxes,
  mailAccounts,
  submissions: patientSubmissions,
  suppressions,
  workerTime,
  // What an answer may stop goes to the send queue: its worker can pull.
  answers: { pull: async () => false, to: answersTo },
  newsroom,
  wakeUps,
  clock,
  ids,
  log,
  pause,
});
