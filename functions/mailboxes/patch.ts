import { patchMailbox as operation } from "#shared/contract/mailboxes.ts";
import { patchMailbox, type PatchPorts } from "#shared/domain/mailboxes/patch-mailbox.ts";
import { type ResumePorts, resumeSending } from "#shared/domain/sending/wake/resume-sending.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { mailboxOut, patchIn } from "#shared/mapping/mailboxes.ts";
import { log } from "#shared/runtime/log.ts";
import { connectionTests, oauthTokens } from "#shared/runtime/mail.ts";
import { providers } from "#shared/runtime/providers.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { deliveries, gate, ips, mailboxes } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** PATCH /v1/mailboxes/{id}. */
export const patch = (ports: PatchPorts & ResumePorts & PublishPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => {
    const changed = await patchMailbox(ports, userId, params.id, patchIn(body));
    await publishEvents(ports, "mailboxes", [changed.id]);
    await resumeSending(ports, changed.id);
    return mailboxOut(changed);
  });

export const handler = patch({
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
});
