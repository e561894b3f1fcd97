import { createDnsLookups } from "#shared/mailboxes/dns/system-lookups.ts";
import { setting, type Need } from "../env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["dns"];

/** DNS lookups, by DNS_SERVERS when they are set. */
export const dns = createDnsLookups({ servers: setting("DNS_SERVERS") });
