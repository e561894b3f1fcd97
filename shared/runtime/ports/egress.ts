import { createOpenSocket } from "../../adapters/egress/open-socket.ts";
import { upgradeTls } from "../../adapters/egress/upgrade-tls.ts";
import { parseAllowList } from "../../domain/mailboxes/egress/address-policy.ts";
import { setting } from "../env.ts";
import type { Need } from "../needs.ts";

export const needs: readonly Need[] = ["mail"];

/** Connects to mail servers at public addresses, and to what EGRESS_ALLOW allows. */
export const egress = { openSocket: createOpenSocket({ allowed: parseAllowList(setting("EGRESS_ALLOW")) }), upgradeTls };

/** The name that SMTP connections give in EHLO; empty: the mailbox's domain. */
export const ehloName = setting("EHLO_NAME");
