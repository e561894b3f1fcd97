import { smtpSubmissions } from "../../adapters/smtp/submissions.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import type { SmtpAccount } from "../../domain/mailboxes/mailbox.ts";
import { clock } from "../system.ts";
import { egress } from "./egress.ts";

/** SMTP connections. */
export const submissions = smtpSubmissions(egress);
/** With a circuit breaker for hosts that hang, for work that is repeated anyway. */
export const submissionsWithBreaker = { open: withCircuitBreaker((account: SmtpAccount) => submissions.open(account), clock) };
