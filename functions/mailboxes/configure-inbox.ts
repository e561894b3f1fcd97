import { configureInbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { configureInbox, type ConfigurePorts } from "#shared/mailboxes/configure-inbox.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { inboxIn, mailboxOut } from "#shared/mailboxes/wire.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { connecting } from "#shared/mailboxes/wiring/connecting.ts";

/** POST /v1/mailboxes/{id}/inbox. */
export const configure =
  (ports: ConfigurePorts & PublishPorts): Run<typeof operation> =>
  async ({ userId, params, body }) => {
    const mailbox = await configureInbox(ports, userId, params.id, inboxIn(body));
    await publishEvents(ports, "mailboxes", [mailbox.id]);
    return mailboxOut(mailbox);
  };

export const handler = outsideEndpoint(operation, audited(operation, configure(connecting)));
