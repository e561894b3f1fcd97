import { configureInbox as operation } from "#shared/contract/mailboxes.ts";
import { configureInbox, type ConfigurePorts } from "#shared/domain/mailboxes/configure-inbox.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { inboxIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { audited } from "#shared/runtime/audited.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { connecting } from "#shared/runtime/ports/connecting.ts";

/** POST /v1/mailboxes/{id}/inbox. */
export const configure =
  (ports: ConfigurePorts & PublishPorts): Run<typeof operation> =>
  async ({ userId, params, body }) => {
    const mailbox = await configureInbox(ports, userId, params.id, inboxIn(body));
    await publishEvents(ports, "mailboxes", [mailbox.id]);
    return mailboxOut(mailbox);
  };

export const handler = outsideEndpoint(operation, audited(operation, configure(connecting)));
