import { smtpSubmissions } from "../../adapters/smtp/submissions.ts";
import { withCircuitBreaker } from "../../domain/mailboxes/connection/circuit-breaker.ts";
import { isGraph, isSandbox, type SubmissionAccount } from "../../domain/mailboxes/mailbox.ts";
import type { Submissions } from "../../domain/sending/ports/submission.ts";
import { processClock } from "../system.ts";
import { egress, ehloName } from "./egress.ts";
import { callHttp } from "./web.ts";

const smtp = smtpSubmissions(egress, undefined, ehloName);

/** Connections for sending: by SMTP, or over Microsoft Graph, which is loaded with its first mailbox. */
export const submissions: Submissions = {
  open: async (account) => {
    if (isSandbox(account)) return (await import("./sandbox-ends.ts")).submissions.open(account);
    if (!isGraph(account)) return smtp.open(account);
    const { graphSubmissions } = await import("../../adapters/graph/graph-submissions.ts");
    return graphSubmissions(callHttp).open(account);
  },
};
/** With a circuit breaker for hosts that hang, for work that is repeated anyway. */
export const submissionsWithBreaker = { open: withCircuitBreaker((account: SubmissionAccount) => submissions.open(account), processClock) };
