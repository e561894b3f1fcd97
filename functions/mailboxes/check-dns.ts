import { checkDns as operation } from "#shared/contract/dns-checks.ts";
import { checkDns } from "#shared/domain/mailboxes/dns/check-dns.ts";
import { dnsHealthOut } from "#shared/mapping/mailboxes.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { dns } from "#shared/runtime/ports/dns.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { mailboxes, dns, clock };

/** POST /v1/mailboxes/{id}/dns. */
export const handler = outsideEndpoint(operation, async ({ userId, params }) =>
  dnsHealthOut(params.id, await checkDns(ports, userId, params.id)),
);
