import { connectMailbox as operation } from "#shared/contract/mailboxes.ts";
import { type ConnectPorts, connectMailbox } from "#shared/domain/mailboxes/connect-mailbox.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { connectIn, mailboxOut } from "#shared/mapping/mailboxes.ts";
import { connectionTests, oauthTokens } from "#shared/runtime/mail.ts";
import { providers } from "#shared/runtime/providers.ts";
import { gate, ips, mailboxes } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/mailboxes. */
export const connect = (ports: ConnectPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => mailboxOut(await connectMailbox(ports, userId, connectIn(body))));

export const handler = connect({ gate, mailboxes, connectionTests, egressProxies: ips, providers, oauthTokens, clock, ids });
