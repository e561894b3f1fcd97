import { checkDns as operation } from "#shared/contract/mailboxes.ts";
import { checkDns } from "#shared/domain/mailboxes/dns/check-dns.ts";
import type { DnsLookups } from "#shared/domain/mailboxes/dns/dns-lookups.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { dnsHealthOut } from "#shared/mapping/mailboxes.ts";
import { dns } from "#shared/runtime/dns.ts";
import { gate, mailboxes } from "#shared/runtime/store.ts";

/** POST /v1/mailboxes/{id}/dns. */
export const check = (ports: { gate: Gate; mailboxes: Mailboxes; dns: DnsLookups }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => dnsHealthOut(params.id, await checkDns(ports, userId, params.id)));

export const handler = check({ gate, mailboxes, dns });
