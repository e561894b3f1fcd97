import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { CancelReason, Send, SendBody } from "../send.ts";
import type { PauseReason } from "./sends.ts";
import type { Waiting } from "./wake-ups.ts";

/** Limits on a claim. */
export interface ClaimLimits {
  /** Sends at most. */
  readonly size: number;
  /** Accepted emails in any 24 h; undefined for a claim that will send nothing. */
  readonly maxDaily?: number;
  /** Accepted emails in any minute, where the provider limits them. */
  readonly perMinute?: number;
  /** The worker's last claim was full, so that it need not look first whether there is more. */
  readonly isMore?: boolean;
}

/** A send that a worker holds; its body is undefined when the store has lost it. */
export interface ClaimedDraft {
  readonly send: Send;
  readonly body: SendBody | undefined;
}

/** Sends under one lease token with their bodies, in the order they became due. */
export interface Claim {
  readonly token: string;
  /** How long the lease holds without being renewed, ms. */
  readonly leaseMs: number;
  /** Whether another worker holds a lease in the mailbox. */
  readonly others: boolean;
  readonly drafts: readonly ClaimedDraft[];
}

/** What a claim brings; empty when nothing is due. */
export type ClaimOutcome =
  | ({ readonly kind: "claimed" } & Claim)
  /** Two deliveries are under way; they go on until nothing is due. */
  | { readonly kind: "busy" }
  /** The mailbox is paused for so many ms more; whoever paused it has scheduled its wake-up. */
  | { readonly kind: "paused"; readonly forMs: number }
  /** The daily cap or the provider's pace is reached: the mailbox waits for five minutes at most, until the `dueAt` of `next`, the first that is due. */
  | { readonly kind: "limited"; readonly next: Waiting };

/** How a worker returns sends to the queue that it did not send. */
export interface Requeue {
  /** Milliseconds until they are due again. */
  readonly afterMs: number;
  /** What happened; undefined keeps what is there. */
  readonly lastError?: string;
  /** False when nothing was tried: the attempt is not counted. */
  readonly counts: boolean;
}

/** What else is to be said of a failure. */
export interface Failing {
  /** Leaves the mark that lets a late 250 win. */
  readonly outcomeUnknown?: true;
  /** Whom the server refused: everybody. */
  readonly refused?: readonly RefusedRecipient[] | undefined;
}

/** What one step of recovery did. */
export interface Recovered {
  /** To be woken: back in the queue, or to be looked up at their `dueAt`. */
  readonly woken: readonly Waiting[];
  readonly failed: readonly Waiting[];
  /** True when more may have expired. */
  readonly more: boolean;
}

/** What one look for forgotten sends found. */
export interface Forgotten {
  readonly found: readonly Waiting[];
  /** Where to go on, when there may be more. */
  readonly next?: string;
}

/** Taking what is due, and keeping it. */
interface Claims {
  /** Claims what is due in a mailbox, in one transaction with its limits, so that they hold under any concurrency. */
  claim(mailboxId: string, limits: ClaimLimits): Promise<ClaimOutcome>;
  /** Takes the sends whose outcome is to be looked up now. */
  claimUnknown(mailboxId: string): Promise<Claim>;
  /** Prolongs the lease of these sends, as far as the token still holds them. */
  renew(token: string, sends: readonly Pick<Send, "id">[]): Promise<void>;
  /** The named sends that are not due yet. */
  early(mailboxId: string, ids: readonly string[]): Promise<readonly Waiting[]>;
  /** The named sends that wait for their time or for another attempt. */
  waiting(ids: readonly string[]): Promise<readonly Waiting[]>;
}

/** What came of a send that a worker holds. */
interface Results {
  /**
   * The fence before the irreversible step: false when the lease was lost or the send is too late, and then nothing may be sent. Whom the
   * server has refused or put off by then is written with it: nothing that happens later forgets it.
   */
  intend(token: string, send: Send, untaken?: Untaken): Promise<boolean>;
  /** The server said 250, or the mail was found: true evidence wins, even late. What comes of it is in the same write. False when the send is not one that may become sent. */
  succeed(send: Send, facts?: Accepted): Promise<boolean>;
  /** Back to queued, where the token still holds the lease. */
  requeue(token: string, sends: readonly Send[], facts: Requeue): Promise<void>;
  /** Back to scheduled, for another time and with its attempt, where the lease still holds and nothing was given to a server. */
  reschedule(token: string, send: Send, at: Date): Promise<void>;
  /** To failed, where the lease still holds. */
  fail(token: string, sends: readonly Send[], lastError: string, facts?: Failing): Promise<void>;
  /** To cancelled, where the lease still holds and nothing was given to a server. */
  withdraw(token: string, sends: readonly Send[], reason: CancelReason): Promise<void>;
  /** The outcome is unknown: the send stays at `intent`, without a lease, to be looked up after `afterMs`. */
  markUnknown(token: string, send: Send, afterMs: number): Promise<void>;
}

/** Trying those again whom the server put off when it took the email for others; each write holds where the lease does. */
interface Deferrals {
  /** Takes up to 25 sent sends with deferred recipients whose time has come; none while the mailbox waits for anything but its daily cap, which counts them already. */
  claimDeferred(mailboxId: string): Promise<Claim>;
  /** The fence: false when the lease was lost, and then nothing may be sent. */
  intendDeferred(token: string, send: Send, untaken: Untaken): Promise<boolean>;
  /** To be tried again; `lastError` is not kept, each recipient has the server's words. */
  deferAgain(token: string, send: Send, untaken: Untaken, facts: Omit<Requeue, "lastError">): Promise<void>;
  /** Nobody is tried any more. */
  settleDeferred(token: string, send: Send, refused: readonly RefusedRecipient[]): Promise<void>;
}

/** Pausing a mailbox. */
interface Pauses {
  /**
   * Pauses the mailbox, in its own row; with `like` only what is due and goes out the same way, in bounded steps: 20,000 at most, the rest
   * is paused when it is tried.
   */
  pause(mailboxId: string, afterMs: number, why: PauseReason, like?: Pick<Send, "ipId">): Promise<void>;
  /** Ends the mailbox's pause; answers the first send that is due in it. */
  release(mailboxId: string): Promise<Waiting | undefined>;
}

/** What the sweeper and a removed mailbox need. */
interface Recovery {
  /**
   * Up to 1,000 sends whose lease has expired: what was given to no server returns to the queue with its attempt, or fails as poison when it crashed every
   * worker that had it alone; an intent is to be looked up.
   */
  recover(): Promise<Recovered>;
  /** Fails up to 1,000 of what waits and should have left by now; answers what it found. */
  expire(): Promise<{ readonly failed: readonly Send[]; readonly more: boolean }>;
  /** One send of each mailbox that does not wait and where something has been due for `forMs`; of up to 1,000 sends, in the mailboxes after `after`. */
  forgotten(forMs: number, after?: string): Promise<Forgotten>;
  /** Cancels up to 1,000 sends of a removed mailbox that wait, or that a worker holds and has given to no server; answers one that is left. */
  cancelWaiting(mailboxId: string): Promise<Waiting | undefined>;
  /** Brings the threads of sends up to date after a state changed. */
  refreshThreads(userId: string, threadIds: readonly string[]): Promise<void>;
}

/** The worker's view of the sends: every write is one conditional write on state and lease, timed by the database's clock (domain/README.md). */
export interface Deliveries extends Claims, Results, Deferrals, Pauses, Recovery {}

/** What comes of a send that a server accepted. */
export interface Accepted {
  /** It joins the list of copies to file. */
  readonly hasCopy?: boolean;
  /** The Message-ID that the provider gave it in place of ours. */
  readonly providerMessageId?: string | undefined;
  /** Whom it put off is tried again after so many ms; undefined when it put nobody off. */
  readonly deferredForMs?: number | undefined;
}

/** What comes back from the other side of a conversation. */
export interface Answers {
  /** Pulls the mailbox, for so many ms at most; false when it could not be asked for all that it has. */
  pull(mailbox: Mailbox, forMs: number): Promise<boolean>;
  /** What of the send's `cancelOn` has come in its conversation since `answersSince`, among what is stored. */
  to(send: Send): Promise<CancelReason | undefined>;
}

/** How much of the workers' time the mailboxes with slow servers take. */
export interface WorkerTime {
  /** Adds so many ms to what a mailbox took; answers how long it must pause to keep its budget, ms; 0 when it keeps it. */
  spend(mailboxId: string, ms: number): Promise<number>;
}
