import * as z from "zod/mini";
import { fieldProblems } from "#shared/contract/field-errors.ts";
import { email, sendBatch as operation } from "#shared/contract/sending.ts";
import { cutToJson } from "#shared/domain/mail/text-size.ts";
import { acceptBatch, type AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { batchOut, sendIn } from "#shared/mapping/sending.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, outbox } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** How much is said of what is wrong with one element, as JSON, in bytes: with what is echoed of 1000 an answer stays below 5.5 MB. */
const ERROR_MAX_BYTES = 3_000;

/** One element: parsed, or what is wrong with it, each field as `field: message`. */
const parse = (element: unknown) => {
  const parsed = z.safeParse(email, element);
  if (parsed.success) return sendIn(parsed.data);
  const problems = fieldProblems(parsed.error, element);
  const error = problems.map(({ field, message }) => (field === "" ? message : `${field}: ${message}`)).join("; ");
  return { error: cutToJson(error, ERROR_MAX_BYTES) };
};

/** POST /v1/send/batch. */
export const sendBatch = (ports: AcceptPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, body: { emails }, claim }) =>
    acceptBatch(ports, userId, emails.map(parse), { claim, answer: (results) => batchOut(emails, results) }),
  );

export const handler = sendBatch({ gate, mailboxes, ips, outbox, wakeUps, clock, ids });
