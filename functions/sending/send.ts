import { sendEmail as operation } from "#shared/sending/contract/send-email.ts";
import { acceptSend, type AcceptPorts } from "#shared/sending/accept/accept.ts";
import { mailboxesWithin } from "#shared/accounts/auth/bounds.ts";
import { sendIn, sentOut } from "#shared/sending/accepted-wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { accepting } from "#shared/sending/wiring/accepting.ts";

/** POST /v1/send. */
export const send =
  (ports: AcceptPorts): Run<typeof operation> =>
  ({ userId, body, key, claim }) =>
    acceptSend({ ...ports, mailboxes: mailboxesWithin(ports.mailboxes, key.bounds) }, userId, sendIn(body), {
      by: key,
      claim,
      answer: (sent) => sentOut(sent, key),
    });

export const handler = endpoint(operation, audited(operation, send(accepting)));
