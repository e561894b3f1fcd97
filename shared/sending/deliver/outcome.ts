import { classifyConnectionError } from "#shared/mailboxes/connection/connection-errors.ts";
import { MailFailure, refusesCredentials } from "#shared/mailboxes/connection/mail-failure.ts";
import { CIRCUIT_OPEN_MS } from "#shared/mailboxes/connection/circuit-breaker.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import type { PauseReason } from "../ports/sends.ts";
import type { Outcome, RefusedReply } from "../ports/submission.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import { concernsTransaction } from "./reply-subject.ts";
import type { Send } from "../send.ts";
import { LOGIN_AGAIN_MS, MAILBOX_DOWN_MAX_MS } from "../waiting.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Clock, Log } from "#shared/platform/ports.ts";

/** A provider's reply that its sending quota is used up, and how long to wait before the next try. */
interface Quota {
  readonly codes: ReadonlySet<number>;
  readonly pattern: RegExp;
  readonly waitMs: number;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const temporary = new Set([421, 432, 450, 451, 452, 454]);
const permanent = new Set([550, 552, 553, 554]);
const any = new Set([...temporary, 550, 552, 554]);

/**
 * Sources: Gmail "SMTP errors and codes", Microsoft "Exchange Online limits", Yahoo and Zoho help pages. A recipient's full mailbox (4.2.2) is not a
 * quota of the sender's.
 */
const quotas: readonly Quota[] = [
  { codes: any, pattern: /\b5\.4\.5\b|\b5\.1\.90\b/, waitMs: HOUR_MS },
  {
    codes: any,
    pattern:
      /daily (?:user )?(?:sending |message |recipient )?(?:quota|limit)|(?:sending|submission|message) ?(?:quota|limit) ?(?:is |has been )?(?:exceeded|reached)|SubmissionQuotaExceeded|RecipientRateLimitExceeded|reached (?:its|your|the) (?:daily |hourly )?(?:sending )?limit/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /\b(?:exceed\w*|reach\w*|over|limit on)\b.{0,60}\b(?:hour|hourly|day|daily|sending|outgoing|outbound|submission)\b|\b\d+ (?:messages?|e?-?mails?|recipients?) (?:per|an?|in|every|each) (?:\d+ )?(?:hour|day|minute)s?\b|unusual sending|OutboundSpam/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /\b(?:hour|hourly|day|daily|sending|outgoing|outbound|submission|relay)\b.{0,60}\b(?:exceed|reach|exhaust|used up|limit hit|blocked)|\b(?:used up|exhausted)\b.{0,30}\bquota|quota of sent|(?:sent|sending) too many|too many (?:e-?mails|messages) (?:sent|from)|(?:blocked|suspended) from sending|(?:tenant|account|sender|email|mail) (?:\w+ ){0,3}(?:limit|rate|threshold) (?:\w+ )?(?:reached|exceeded)|rate exceeded|rate limit\W{1,3}\d|\blimit of \d+ per\b|(?:daily|hourly|monthly) \w+ allowance|frequency limited|out of (?:\w+ )?credits|smtp quota/i,
    waitMs: HOUR_MS,
  },
  {
    codes: permanent,
    pattern:
      /versandlimit|tageslimit|stundenlimit|sendelimit|tageskontingent|verzendlimiet|s[äa]ndgr[äa]ns|(?:quota|l[ií]mite) (?:d.envoi|quotidienne|diari[oa]|de env[ií]os?|di invio|giornaliero)|лимит\w* .{0,30}отправ|превышен лимит|每日.{0,8}限|发信.{0,8}限|发送(?:频率|数量|配额)|送信(?:数|制限|上限)|(?:발송|발신) (?:한도|제한)|limit\w* (?:wysy[łl]|odes[íi]l)|g[öo]nderim (?:limit|kota)|k[üu]ld[ée]si (?:korl[áa]t|limit)/iu,
    waitMs: HOUR_MS,
  },
  { codes: new Set([452]), pattern: /\b4\.(?:5\.3|3\.[12]|7\.\d+)\b.*(?:quota|limit|too many|rate)/i, waitMs: HOUR_MS },
  {
    codes: temporary,
    pattern:
      /thread limit|unusual rate|too many (?:concurrent )?(?:connections|messages)|rate limit|throttl|try (?:your message |again )?later.{0,20}rate/i,
    waitMs: 60_000,
  },
];

/** Limits that are the recipient's or the message's: a mailbox's space, how much it receives, a message's size. */
const OF_MAIL = /^[45]\d\d[ -][45]\.(?:2\.[1-4]|3\.4)(?!\S)|\bsize\b|\breceiv|ящик|получател/i;

/**
 * How long the mailbox must wait when the reply says that its quota is used up, ms; undefined for any other reply
 * (docs/guides/internals.md, Retries).
 */
export const quotaWaitMs = (code: number, reply: string): number | undefined =>
  OF_MAIL.test(reply) ? undefined : quotas.find(({ codes, pattern }) => codes.has(code) && pattern.test(reply.slice(0, 1000)))?.waitMs;

/** Why there is no connection; every send that needed it gets this outcome. */
export type NoConnection =
  /** The server or the OAuth provider refused, or did not answer. */
  | { readonly kind: "unconnected"; readonly failure: MailFailure | OAuthError }
  /** Our keyring, secrets, database, dedicated IP or its proxy failed; no server was contacted. */
  | { readonly kind: "internal"; readonly error: unknown }
  /** The host's circuit is open, so the host was not contacted: it recently kept other mailboxes waiting. */
  | { readonly kind: "circuitOpen" };

/** An outcome after which a send is tried again, waits or fails. */
export type Setback =
  | { readonly kind: "fail"; readonly lastError: string; readonly refused?: readonly RefusedRecipient[] }
  | { readonly kind: "retry"; readonly lastError: string; readonly afterMs: number }
  /** The cause is not the send: it waits together with others, and no attempt is counted. */
  | { readonly kind: "wait"; readonly lastError: string; readonly afterMs: number; readonly pause: PauseReason };

/** An outcome that only the server's folders or its draft can show. */
export type Unknown = Extract<Outcome, { kind: "unknown" }>;

/** What to do with a send after an attempt. */
export type Verdict = Extract<Outcome, { kind: "sent" }> | Unknown | { readonly kind: "fenced" } | Setback;

type Refused = Extract<Outcome, { kind: "refused" }>;
type Reply = Pick<Refused, "code" | "reply" | "waitMs">;
type Tried = Pick<Send, "attempts" | "maxAttempts">;

/** What is needed to judge an outcome, besides the outcome and the send. */
export interface Circumstances {
  readonly mailbox: Pick<Mailbox, "status" | "statusSince">;
  readonly now: Date;
  /** A random number in [0, 1). */
  readonly random: number;
}

/** Delays before attempts 2 to 12, ms: 24 hours in all. */
export const RETRY_DELAYS_MS: readonly number[] = [
  MINUTE_MS / 2,
  ...[2, 10, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 4, 4, 5].map((hours) => hours * HOUR_MS),
];
const JITTER = 0.2;
const LAST_ERROR_MAX = 500;

/** Whether the server's reply refuses the mailbox's credentials. */
export const refusesLogin = (outcome: Outcome): boolean => outcome.kind === "refused" && isAboutLogin(outcome);

const isAboutLogin = ({ code, reply }: Reply): boolean => refusesCredentials(code, reply, "message");

/** A server's words on one line, up to the length of `lastError`, characters. */
export const line = (text: string): string =>
  text
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, LAST_ERROR_MAX);

const messageOf = (failure: MailFailure | OAuthError): string =>
  classifyConnectionError(failure, { protocol: "SMTP", credential: "password" }).message;

/** The delay before the next attempt, ms; `random` is in [0, 1). */
export const retryDelayMs = (attempts: number, random: number): number => {
  const base = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? HOUR_MS;
  return Math.round(base * (1 - JITTER + 2 * JITTER * random));
};

/** Refusals in the form that a record keeps: each reply on one line. */
const toRecord = (refused: readonly RefusedReply[]): readonly RefusedRecipient[] =>
  refused.map(({ email, reply }) => ({ email, reply: line(reply) }));

/**
 * Judges each recipient that the server did not accept by its own reply: refused, or deferred while attempts are left (RFC 5321, 4.5.4.1). A
 * permanent reply that may be about the transaction is believed only when it was repeated: `again` has the recipients that were also refused in a
 * transaction without any accepted recipient.
 */
export const judgeUntaken = (
  replies: readonly RefusedReply[],
  send: Tried,
  circumstances: Circumstances,
  again: ReadonlySet<string> = new Set(),
): Untaken => {
  const isFinal = (refusal: RefusedReply) => {
    if (send.attempts >= send.maxAttempts) return true;
    const isRefused = judgeReply(refusal, send, circumstances).kind === "fail";
    return isRefused && (again.has(refusal.email) || !concernsTransaction(refusal.reply));
  };
  const [refused, deferred] = [replies.filter(isFinal), replies.filter((reply) => !isFinal(reply))];
  return { refused: toRecord(refused), deferred: toRecord(deferred) };
};

/** Judges the server's reply to this message (G8 in shared/README.md). `send.attempts` includes this attempt. */
export const judgeOutcome = (outcome: Outcome, send: Tried, circumstances: Circumstances): Verdict => {
  if (outcome.kind === "refused") return judgeRefusal(outcome, send, circumstances);
  if (outcome.kind === "unreached") return tryAgain(messageOf(outcome.failure), send, circumstances);
  return outcome.kind === "internal" ? internalFailure(outcome.error) : outcome;
};

/**
 * Judges an email that no recipient's server took: the mildest reply decides for all, because nobody has the email and another attempt cannot
 * duplicate it.
 */
export const judgeRefusal = (outcome: Refused, send: Tried, circumstances: Circumstances): Setback => {
  const { recipients = [] } = outcome;
  const verdicts = (recipients.length > 0 ? recipients : [outcome]).map((reply) => judgeReply(reply, send, circumstances));
  const [verdict] = verdicts.toSorted((a, b) => HOPE.indexOf(a.kind) - HOPE.indexOf(b.kind));
  if (verdict?.kind !== "fail") return verdict ?? internalFailure();
  return recipients.length > 0 ? { ...verdict, refused: toRecord(recipients) } : verdict;
};

const HOPE: readonly Setback["kind"][] = ["wait", "retry", "fail"];

const judgeReply = (refusal: Reply, send: Tried, circumstances: Circumstances): Setback => {
  const { code, reply } = refusal;
  const lastError = line(reply);
  const quota = refusal.waitMs ?? quotaWaitMs(code, reply);
  if (quota !== undefined) return { kind: "wait", lastError, afterMs: quota, pause: code >= 500 ? "mailbox" : "rate" };
  if (isAboutLogin(refusal)) return waitForMailbox(lastError, circumstances);
  return code >= 500 && code !== 503 ? { kind: "fail", lastError } : tryAgain(lastError, send, circumstances);
};

/**
 * Judges a missing connection. A reply before MAIL FROM, whatever its code, is about the mailbox; only a server that does not answer costs the send
 * an attempt.
 */
export const judgeNoConnection = (outcome: NoConnection, send: Tried, circumstances: Circumstances): Setback => {
  if (outcome.kind === "internal") return internalFailure(outcome.error);
  if (outcome.kind === "circuitOpen") return circuitOpen;
  const { failure } = outcome;
  if (failure instanceof OAuthError) return waitForMailbox(messageOf(failure), circumstances);
  const { reason, code = 0, reply, waitMs } = failure;
  if (reply === undefined && reason !== "refused") return tryAgain(messageOf(failure), send, circumstances);
  const lastError = reply === undefined ? messageOf(failure) : line(reply);
  const quota = waitMs ?? quotaWaitMs(code, lastError);
  const waiting = waitForMailbox(lastError, circumstances);
  return quota === undefined || waiting.kind === "fail" ? waiting : { kind: "wait", lastError, afterMs: quota, pause: "rate" };
};

/** Whether a missing connection concerns the whole mailbox. A failed login does; an earlier refusal may concern only our IP address. */
export const concernsMailbox = (outcome: NoConnection): boolean =>
  outcome.kind === "unconnected" &&
  (outcome.failure instanceof OAuthError || outcome.failure.reason === "credentials" || outcome.failure.at === "login");

/** A failure of ours costs no attempt. Where a provider refuses the operator's project, nothing is asked for as long as that takes. */
const internalFailure = (error?: unknown): Setback => {
  const ofProject = error instanceof MailFailure && error.reason === "operator" ? error : undefined;
  return {
    kind: "wait",
    lastError: ofProject ? OF_PROJECT : "this service has an internal failure; the email waits until it is fixed",
    afterMs: ofProject?.waitMs ?? LOGIN_AGAIN_MS,
    pause: "retry",
  };
};

const OF_PROJECT = "the provider refuses this service for now, not this mailbox; the email waits until the operator has seen to it";

const circuitOpen: Setback = {
  kind: "wait",
  lastError: "SMTP: the server keeps other mailboxes waiting; it is tried again in two minutes",
  afterMs: CIRCUIT_OPEN_MS,
  pause: "retry",
};

/** Plans another attempt after a delay, or fails the send when this attempt was the last. */
export const tryAgain = (
  lastError: string,
  { attempts, maxAttempts }: Tried,
  { random }: Pick<Circumstances, "random">,
): Extract<Setback, { kind: "fail" | "retry" }> =>
  attempts >= maxAttempts ? { kind: "fail", lastError } : { kind: "retry", lastError, afterMs: retryDelayMs(attempts, random) };

const waitForMailbox = (lastError: string, { mailbox, now }: Circumstances): Setback => {
  const downMs = mailbox.status === "active" ? 0 : now.getTime() - mailbox.statusSince.getTime();
  return downMs < MAILBOX_DOWN_MAX_MS ? { kind: "wait", lastError, afterMs: LOGIN_AGAIN_MS, pause: "retry" } : { kind: "fail", lastError };
};

/**
 * Records the replies with which a mailbox's server refused for now; writes nothing without replies. Never throws, because a delivery must not fail
 * for it.
 */
export const storeRefusals = async (
  { refusals, clock, log }: Pick<DeliverPorts, "refusals" | "clock" | "log">,
  mailboxId: string,
  replies: readonly string[],
): Promise<void> => {
  if (replies.length === 0) return;
  try {
    await refusals.note(mailboxId, clock.now(), replies);
  } catch (error) {
    log.warn("a server's refusals could not be noted", { mailboxId, error });
  }
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Repeats a write until it succeeds or the worker's time ends. Then it returns undefined, and the sweeper takes over when the lease expires. Never
 * throws.
 */
export const persist = async <R>(
  { clock, log, pause }: { readonly clock: Clock; readonly log: Log; readonly pause: (ms: number) => Promise<void> },
  write: () => Promise<R>,
  endAt: number,
): Promise<R | undefined> => {
  const startedAt = clock.now().getTime();
  let waited = 0;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      // A test world's clock stops while its worker waits, so the real waiting time is counted as well.
      if (Math.max(clock.now().getTime(), startedAt + waited) + wait >= endAt) {
        log.error("a result could not be written", { error });
        return undefined;
      }
    }
    await pause(wait);
    waited += wait;
  }
};
