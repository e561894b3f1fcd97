import { checkDns as operation } from "#shared/mailboxes/contract/dns-checks.ts";
import { checkDns } from "#shared/mailboxes/dns/check-dns.ts";
import { dnsHealthOut } from "#shared/mailboxes/wire.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { dns } from "#shared/platform/wiring/dns.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { mailboxes, dns, clock };

/** POST /v1/mailboxes/{id}/dns. */
export const handler = outsideEndpoint(operation, async ({ userId, params }) =>
  dnsHealthOut(params.id, await checkDns(ports, userId, params.id)),
);
