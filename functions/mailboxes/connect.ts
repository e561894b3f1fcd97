import { connectMailbox as operation } from "#shared/contract/mailboxes.ts";
import { type ConnectPorts, connectMailbox } from "#shared/domain/mailboxes/connect-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { connectIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import { log } from "#shared/runtime/log.ts";
import { connectionTests, oauthTokens } from "#shared/runtime/mail.ts";
import { providers } from "#shared/runtime/providers.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { deliveries, gate, ips, mailboxes } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/mailboxes. */
export const connect = (ports: ConnectPorts & ResumePorts & PublishPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => {
    const connected = await connectMailbox(ports, userId, connectIn(body));
    await publishEvents(ports, "mailboxes", [connected.id]);
    await resumeSending(ports, connected.id);
    return mailboxOut(connected);
  });

export const handler = connect({
  gate,
  eventOutbox,
  log,
  mailboxes,
  connectionTests,
  egressProxies: ips,
  providers,
  oauthTokens,
  deliveries,
  wakeUps,
  clock,
  ids,
});
