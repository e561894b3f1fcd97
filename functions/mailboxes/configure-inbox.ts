import { configureInbox as operation } from "#shared/contract/mailboxes.ts";
import { configureInbox, type ConfigurePorts } from "#shared/domain/mailboxes/configure-inbox.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { inboxIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import { log } from "#shared/runtime/log.ts";
import { connectionTests, mailAccounts } from "#shared/runtime/mail.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { gate, ips, mailboxes } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** POST /v1/mailboxes/{id}/inbox. */
export const configure = (ports: ConfigurePorts & PublishPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => {
    const mailbox = await configureInbox(ports, userId, params.id, inboxIn(body));
    await publishEvents(ports, "mailboxes", [mailbox.id]);
    return mailboxOut(mailbox);
  });

export const handler = configure({ gate, eventOutbox, log, mailboxes, connectionTests, egressProxies: ips, mailAccounts, clock });
