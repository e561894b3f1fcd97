import { sendEmail as operation } from "#shared/contract/sending.ts";
import { acceptSend, type AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { sendIn, sentOut } from "#shared/mapping/sending.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { accepting } from "#shared/runtime/ports/accepting.ts";

/** POST /v1/send. */
export const send =
  (ports: AcceptPorts): Run<typeof operation> =>
  ({ userId, body, claim }) =>
    acceptSend(ports, userId, sendIn(body), { claim, answer: sentOut });

export const handler = endpoint(operation, send(accepting));
