import { probeJob } from "#shared/contract/queue-messages.ts";
import { probeMailboxes, type ProbePorts } from "#shared/domain/inbox/pull/probe.ts";
import type { Log } from "#shared/domain/ports.ts";
import { log } from "#shared/runtime/log.ts";
import { mailAccounts, patientReader } from "#shared/runtime/mail.ts";
import { syncQueue } from "#shared/runtime/queues.ts";
import { sqsBatch } from "#shared/runtime/sqs-batch.ts";
import { polls } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** Asks the mailboxes that a message of the probe queue names whether a folder changed. */
export const probe = (ports: ProbePorts & { log: Log }) =>
  sqsBatch(ports.log, probeJob, async ({ mailboxIds }) => {
    ports.log.info("mailboxes probed", { ...(await probeMailboxes(ports, mailboxIds)) });
  });

export const handler = probe({ polls, mailAccounts, mailReader: patientReader, syncQueue, clock, log });
