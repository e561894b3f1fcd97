import type { Refusal, RefusedRecipient, Untaken } from "../recipients.ts";
import type { CancelReason, Send } from "../send.ts";
import type { Claim, Claims, Recovery } from "./claims.ts";
import type { PauseReason } from "./sends.ts";
import type { Waiting } from "./wake-ups.ts";

/** How a worker returns unsent sends to the queue. */
export interface Requeue {
  /** How long until they are due again, ms. */
  readonly afterMs: number;
  /** The error; undefined keeps the previous one. */
  readonly lastError?: string;
  /** False when nothing was tried, so that the attempt is not counted. */
  readonly counts: boolean;
  /** True when it waits until a person says whether an answer is one; the start of that wait is kept. */
  readonly isUnclear?: true;
}

/** Further facts about a failure. */
export interface Failing {
  /** Marks the outcome as unknown, so that a late 250 may still turn the send to sent. */
  readonly outcomeUnknown?: true;
  /** All recipients with their replies, when the server refused each of them. */
  readonly refused?: readonly RefusedRecipient[] | undefined;
}

/** Further facts about a send that a server accepted. */
export interface Accepted {
  /** Whether its copy is to be filed. */
  readonly hasCopy?: boolean;
  /** The Message-ID by which the provider replaced ours. */
  readonly providerMessageId?: string | undefined;
  /** The server's words when it accepted it, on one line; undefined when it said none. */
  readonly serverReply?: string | undefined;
  /** How long deferred recipients wait for the next try, ms; undefined when there are none. */
  readonly deferredForMs?: number | undefined;
}

/** Writes the results of a claimed send. */
interface Results {
  /**
   * The fence before the irreversible step. False when the lease is lost or the send is too late; then nothing may be sent. The recipients refused or
   * deferred so far, and the id of the draft that is about to be sent, are written with it, so that they cannot be lost.
   */
  intend(token: string, send: Send, untaken?: Untaken, draftId?: string): Promise<boolean>;
  /**
   * Records that the server answered 250, or that the mail was found. Proof of delivery counts even when it comes late. What follows from it is in
   * the same write. False when the send's state does not allow it.
   */
  succeed(send: Send, facts?: Accepted): Promise<boolean>;
  /** Returns sends to `queued`, if the token still holds the lease. */
  requeue(token: string, sends: readonly Send[], facts: Requeue): Promise<void>;
  /**
   * Returns a send to `scheduled` for another time and gives its attempt back, if the lease still holds and no server was given it; `away`: because its
   * recipient is.
   */
  reschedule(token: string, send: Send, at: Date, why?: "away"): Promise<void>;
  /** Turns sends to `failed`, if the lease still holds. */
  fail(token: string, sends: readonly Send[], lastError: string, facts?: Failing): Promise<void>;
  /** Turns sends to `cancelled`, if the lease still holds and no server was given them. */
  withdraw(token: string, sends: readonly Send[], reason: CancelReason): Promise<void>;
  /**
   * Marks the outcome as unknown: the send stays at `intent` without a lease, and is looked up after `afterMs`. A given refusal is stored until then;
   * without one, a stored refusal stays.
   */
  markUnknown(token: string, send: Send, afterMs: number, refusal?: Refusal): Promise<void>;
}

/** Retries of deferred recipients; each write requires the lease. */
interface Deferrals {
  /**
   * Claims up to 25 sent sends whose deferred recipients are due; none while the mailbox is paused, except for its daily cap, in which they are
   * already counted.
   */
  claimDeferred(mailboxId: string): Promise<Claim>;
  /** The fence before the body of a retry. False when the lease is lost; then nothing may be sent. */
  intendDeferred(token: string, send: Send, untaken: Untaken): Promise<boolean>;
  /** Defers recipients again. No `lastError` is stored, because each recipient has the server's reply. */
  deferAgain(token: string, send: Send, untaken: Untaken, facts: Omit<Requeue, "lastError">): Promise<void>;
  /** Ends the retries of deferred recipients. */
  settleDeferred(token: string, send: Send, refused: readonly RefusedRecipient[]): Promise<void>;
}

/** A send that its server refused for good. */
export interface RefusedMail {
  /** A hash of its address in `to`, so that the row names nobody. */
  readonly recipient: string;
  /** A hash of that address's domain. */
  readonly domain: string;
  readonly fromEmail: string;
  /** The reply without what differs from mail to mail. */
  readonly words: string;
  /** Whether the reply's code and words are about this recipient or this content. */
  readonly isAboutMail: boolean;
}

/**
 * The latest refused mails of a mailbox, one for each recipient, oldest first; and when the latest mail that its server accepted since then was
 * started, as the time of its intent.
 */
export interface RefusedRun {
  readonly refused: readonly (RefusedMail & { readonly at: Date })[];
  /** The time for any mail; undefined for none. */
  readonly acceptedAt: Date | undefined;
  /** The time for mail with the `fromEmail` of the newest refused mail. */
  readonly acceptedFromAt: Date | undefined;
}

/** Permanent refusals that may be about the mailbox. */
interface Refusing {
  /** Adds a refused mail to the mailbox's latest ten, and replaces an earlier one to the same recipient. */
  noteRefused(mailboxId: string, mail: RefusedMail): Promise<RefusedRun>;
  /** Returns sends to `queued` as undecided and gives their attempt back, if the token still holds the lease. */
  holdUndecided(token: string, sends: readonly Send[], facts: Pick<Requeue, "afterMs" | "lastError">): Promise<void>;
  /** Fails an undecided send that still waits. */
  decide(send: Pick<Send, "id" | "userId">, facts: Pick<Failing, "refused">): Promise<void>;
}

/** Pauses of a mailbox. */
interface Pauses {
  /**
   * Pauses the mailbox in its delivery row. With `like`, pauses only due sends with the same dedicated address, or for `mailbox` those with the same
   * `fromEmail`; in bounded steps, 20,000 sends at most, and the others when they are tried.
   */
  pause(mailboxId: string, afterMs: number, why: PauseReason, like?: Pick<Send, "ipId"> & Partial<Pick<Send, "fromEmail">>): Promise<void>;
  /** Ends the mailbox's pause; returns its first due send. */
  release(mailboxId: string): Promise<Waiting | undefined>;
}

/** The sends as a worker needs them. Every write is one conditional write on state and lease, by the database's clock (shared/README.md). */
export interface Deliveries extends Claims, Results, Deferrals, Refusing, Pauses, Recovery {}
