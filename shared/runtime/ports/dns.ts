import { createDnsLookups } from "../../adapters/dns/dns-lookups.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["dns"];

/** DNS lookups, by DNS_SERVERS when they are set. */
export const dns = createDnsLookups({ servers: setting("DNS_SERVERS").split(",").filter(Boolean) });
