import { smtpSubmissions } from "../../adapters/smtp/submissions.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import type { SmtpAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { egress } from "./egress.ts";

/** Servers that take mail. */
export const submissions = smtpSubmissions(egress);
/** For work that comes again by itself: a host that hangs is left alone for a while. */
export const submissionsWithBreaker = { open: withCircuitBreaker((account: SmtpAccount) => submissions.open(account), clock) };
