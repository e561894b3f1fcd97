import { createDnsLookups } from "../adapters/dns/dns-lookups.ts";
import { setting } from "./env.ts";

const servers = setting("DNS_SERVERS").split(",").filter(Boolean);

/** The DNS, asked at DNS_SERVERS when they are set. */
export const dns = createDnsLookups({ servers });
