import * as z from "zod/mini";
import { fieldProblems } from "#shared/contract/field-errors.ts";
import { email, sendBatch as operation } from "#shared/contract/sending.ts";
import { acceptBatch, type AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { batchOut, sendIn } from "#shared/mapping/sending.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, outbox, suppressions } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** One element: parsed, or what is wrong with it. */
const parse = (element: unknown) => {
  const parsed = z.safeParse(email, element);
  return parsed.success ? sendIn(parsed.data) : { reason: "invalid" as const, details: fieldProblems(parsed.error, element) };
};

/** POST /v1/send/batch. */
export const sendBatch = (ports: AcceptPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, body: { emails }, claim }) =>
    acceptBatch(ports, userId, emails.map(parse), { claim, answer: (results) => batchOut(emails, results) }),
  );

export const handler = sendBatch({ gate, mailboxes, ips, outbox, suppressions, wakeUps, clock, ids });
