import { configureInbox as operation } from "#shared/contract/mailboxes.ts";
import { configureInbox, type ConfigurePorts } from "#shared/domain/mailboxes/configure-inbox.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { inboxIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import { connectionTests, mailAccounts } from "#shared/runtime/mail.ts";
import { gate, ips, mailboxes } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** POST /v1/mailboxes/{id}/inbox. */
export const configure = (ports: ConfigurePorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) =>
    mailboxOut(await configureInbox(ports, userId, params.id, inboxIn(body))),
  );

export const handler = configure({ gate, mailboxes, connectionTests, egressProxies: ips, mailAccounts, clock });
