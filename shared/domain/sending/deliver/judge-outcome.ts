import { classifyConnectionError, SMTP_REFUSALS } from "../../mailboxes/connection/connection-errors.ts";
import type { Outcome } from "../ports.ts";
import { quotaWaitMs } from "./provider-quotas.ts";
import type { Send } from "../send.ts";
import { LOGIN_AGAIN_MS } from "../timing.ts";

/** What is to be done with a send after an attempt. */
export type Verdict =
  | { readonly kind: "sent" }
  | { readonly kind: "unknown" }
  | { readonly kind: "fenced" }
  | { readonly kind: "fail"; readonly lastError: string }
  | { readonly kind: "retry"; readonly lastError: string; readonly afterMs: number }
  /** Nothing the send can help: the whole mailbox waits, and no attempt is counted. */
  | { readonly kind: "wait"; readonly lastError: string; readonly afterMs: number };

/** Delays before attempts 2 to 5, ms (contract/README.md, "Sending", Retry). */
export const RETRY_DELAYS_MS = [30_000, 120_000, 600_000, 1_800_000] as const;
const JITTER = 0.2;
const LAST_ERROR_MAX = 500;

/** An outcome as the error that classifyConnectionError reads. */
export const errorOf = (outcome: Extract<Outcome, { kind: "refused" | "unreached" }>): unknown =>
  outcome.kind === "unreached"
    ? outcome.error
    : { responseCode: outcome.code, response: outcome.reply, ...(outcome.at === "login" && { code: "EAUTH" }) };

/** True when the server's reply is about the mailbox's login. */
export const refusesLogin = (outcome: Outcome): boolean => outcome.kind === "refused" && SMTP_REFUSALS.has(outcome.code);

/** One line fit for `last_error`: a server's reply without its line breaks. */
const line = (text: string) =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LAST_ERROR_MAX);

/** The delay before the next attempt; `random` is in [0, 1). */
export const retryDelayMs = (attempts: number, random: number): number => {
  const base = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? RETRY_DELAYS_MS[0];
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
};

/** Judges an attempt: the SMTP reply decides first (contract/README.md, "Sending", Retry; G8). `send.attempts` counts this one. */
export const judgeOutcome = (outcome: Outcome, send: Pick<Send, "attempts" | "maxAttempts">, random: number): Verdict => {
  if (outcome.kind === "sent" || outcome.kind === "unknown" || outcome.kind === "fenced") return outcome;
  const failure = classifyConnectionError(errorOf(outcome), { protocol: "SMTP", credential: "password" });
  const lastError = outcome.kind === "refused" ? line(outcome.reply) : failure.message;
  if (refusesLogin(outcome) || (outcome.kind === "unreached" && failure.status === "disconnected")) {
    return { kind: "wait", lastError, afterMs: LOGIN_AGAIN_MS };
  }
  if (outcome.kind === "refused") {
    const quota = quotaWaitMs(outcome.code, outcome.reply);
    if (quota !== undefined) return { kind: "wait", lastError, afterMs: quota };
    if (outcome.code >= 500 && outcome.code !== 503) return { kind: "fail", lastError };
  }
  if (send.attempts >= send.maxAttempts) return { kind: "fail", lastError };
  return { kind: "retry", lastError, afterMs: retryDelayMs(send.attempts, random) };
};
