import { parseElement } from "#shared/contract/batch-element.ts";
import { sendBatch as operation } from "#shared/contract/sending.ts";
import type { AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { acceptBatch } from "#shared/domain/sending/accept/accept-batch.ts";
import { tryBatch, type TryPorts } from "#shared/domain/sending/accept/try-batch.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { elementIn, type ElementPorts } from "#shared/mapping/batch.ts";
import { trialOut } from "#shared/mapping/bulk.ts";
import { batchOut } from "#shared/mapping/sending.ts";
import { sanitize } from "#shared/runtime/html.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, acceptedSends, sends, suppressions, wallets } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/send/batch. */
export const sendBatch = (ports: AcceptPorts & TryPorts & ElementPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body: { emails, dry_run: dryRun }, claim }) => {
    const elements = emails.map((element) => elementIn(ports, parseElement(element)));
    if (dryRun) return trialOut(emails, await tryBatch(ports, userId, elements));
    return acceptBatch(ports, userId, elements, { claim, answer: (results) => batchOut(emails, results) });
  });

const store = { gate, mailboxes, ips, acceptedSends, sends, suppressions, wallets };
export const handler = sendBatch({ ...store, unsubscribeLinks, wakeUps, sanitize, clock, ids });
