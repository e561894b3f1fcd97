import { parseElement } from "#shared/contract/batch-element.ts";
import { sendBatch as operation } from "#shared/contract/sending.ts";
import type { AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { acceptBatch } from "#shared/domain/sending/accept/accept-batch.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { elementIn, type ElementPorts } from "#shared/mapping/batch.ts";
import { batchOut } from "#shared/mapping/sending.ts";
import { sanitize } from "#shared/runtime/html.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, outbox, suppressions } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/send/batch. */
export const sendBatch = (ports: AcceptPorts & ElementPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, body: { emails }, claim }) =>
    acceptBatch(
      ports,
      userId,
      emails.map((element) => elementIn(ports, parseElement(element))),
      { claim, answer: (results) => batchOut(emails, results) },
    ),
  );

export const handler = sendBatch({ gate, mailboxes, ips, outbox, suppressions, unsubscribeLinks, wakeUps, sanitize, clock, ids });
