import { sendEmail as operation } from "#shared/contract/sending.ts";
import { acceptSend, type AcceptPorts } from "#shared/domain/sending/accept/accept.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { sendIn, sentOut } from "#shared/mapping/sending.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { gate, ips, mailboxes, acceptedSends, suppressions } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";
import { unsubscribeLinks } from "#shared/runtime/unsubscribe.ts";

/** POST /v1/send. */
export const send = (ports: AcceptPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, ({ userId, body, claim }) => acceptSend(ports, userId, sendIn(body), { claim, answer: sentOut }));

export const handler = send({ gate, mailboxes, ips, acceptedSends, suppressions, unsubscribeLinks, wakeUps, clock, ids });
