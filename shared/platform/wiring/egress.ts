import { createOpenSocket } from "../egress/open-socket.ts";
import { upgradeTls } from "../egress/tls.ts";
import { parseAllowList } from "../egress/address-policy.ts";
import { findAddresses } from "../dns/find-addresses.ts";
import { setting, type Need } from "../env.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["mail"];

const [allowed, lookup] = [parseAllowList(setting("EGRESS_ALLOW")), findAddresses({ servers: setting("DNS_SERVERS") })];
/** Connects to mail servers at public addresses, and to what EGRESS_ALLOW allows. */
export const egress = { openSocket: createOpenSocket({ allowed, lookup }), upgradeTls };

/** The name that SMTP connections give in EHLO; empty: the mailbox's domain. */
export const ehloName = setting("EHLO_NAME");
