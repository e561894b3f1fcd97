import * as z from "zod/mini";
import { email, sendBatch as operation } from "#shared/contract/sending.ts";
import { acceptBatch, type AcceptPorts } from "#shared/domain/sending/accept.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { batchOut, sendIn } from "#shared/mapping/sending.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, outbox } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** One element: parsed, or the first thing that is wrong with it as `field: message`. */
const parse = (element: unknown) => {
  const parsed = z.safeParse(email, element);
  if (parsed.success) return sendIn(parsed.data);
  const { path = [], message = "is not valid" } = parsed.error.issues[0] ?? {};
  return { error: path.length > 0 ? `${path.join(".")}: ${message}` : message };
};

/** POST /v1/send/batch. */
export const sendBatch = (ports: AcceptPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body: { emails }, claim }) => {
    const results = await acceptBatch(ports, userId, emails.map(parse), { claim, answerOf: (accepted) => batchOut(emails, accepted) });
    return batchOut(emails, results);
  });

export const handler = sendBatch({ gate, mailboxes, ips, outbox, wakeUps, clock, ids });
