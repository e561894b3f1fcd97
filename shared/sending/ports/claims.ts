import type { Send, CancelReason, SendBody } from "../send.ts";
import type { Waiting } from "./wake-ups.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Pace } from "#shared/mailboxes/pace.ts";
import type { AwayNote } from "../departure/departure.ts";

/** The result of one step of recovery. */
interface Recovered {
  /** The sends to wake: those that are queued again, or that are looked up at their `dueAt`. */
  readonly woken: readonly Waiting[];
  readonly failed: readonly Waiting[];
  /** True when more leases may have expired. */
  readonly more: boolean;
}

/** The result of one search for forgotten sends. */
interface Forgotten {
  readonly found: readonly Waiting[];
  /** Where the next search starts, when there may be more. */
  readonly next?: string;
}

/** The operations on sends that the sweeper and the removal of a mailbox need. */
export interface Recovery {
  /**
   * Recovers up to 1,000 sends whose lease has expired. A send that no server was given returns to the queue and gets its attempt back, or fails as
   * poison when it crashed every worker that had it alone. A send with an intent is looked up.
   */
  recover(): Promise<Recovered>;
  /** Fails up to 1,000 waiting sends whose `sendBefore` has passed; returns them. */
  expire(): Promise<{ readonly failed: readonly Send[]; readonly more: boolean }>;
  /** Cancels up to 1,000 emails that nobody approved in time; returns them. */
  expireHolds(): Promise<{ readonly cancelled: readonly Send[]; readonly more: boolean }>;
  /** One send of each mailbox that is not paused and has had something due for `forMs`; reads up to 1,000 sends, in mailboxes after `after`. */
  forgotten(forMs: number, after?: string): Promise<Forgotten>;
  /** Cancels up to 1,000 sends of a removed mailbox that wait, or that a worker holds and no server was given; returns one that is left, if any. */
  cancelWaiting(mailboxId: string): Promise<Waiting | undefined>;
  /** Updates the threads of sends whose state changed; returns the ids of those that have an event from it. */
  refreshThreads(userId: string, threadIds: readonly string[]): Promise<readonly string[]>;
}

/** The incoming side of a conversation: replies and bounces. */
export interface Answers {
  /** Pulls the mailbox, for up to `forMs`; false when the server could not be asked for everything. */
  pull(mailbox: Mailbox, forMs: number): Promise<boolean>;
  /**
   * The reason to cancel the send: the event of its `cancelOn` that its conversation has stored since `answersSince`. `answer_unclear` when only one
   * sign shows an answer; undefined for none.
   */
  to(send: Send): Promise<CancelReason | undefined>;
  /**
   * The latest note by which a recipient of the send is away; undefined when the latest says something else, or there is none. Only automatic answers
   * count that name a Message-ID of ours and do not fail DMARC.
   */
  away(send: Send): Promise<AwayNote | undefined>;
}

/** The worker time that mailboxes with slow servers take. */
export interface WorkerTime {
  /** Adds `ms` to a mailbox's worker time; returns how long the mailbox must pause to stay within its budget, ms; 0 for not at all. */
  spend(mailboxId: string, ms: number): Promise<number>;
}

/** Limits on a claim. */
export interface ClaimLimits {
  /** The maximum of sends in a claim. */
  readonly size: number;
  /** The daily cap: accepted emails in any 24 h; undefined for a claim that will send nothing. */
  readonly maxDaily?: number;
  /** The provider's rate limit: accepted emails in any minute; undefined without one. */
  readonly perMinute?: number;
  /** How its owner spreads the mailbox's mail; undefined without such limits. */
  readonly pace?: Pace;
  /** True when the worker's last claim was full, so that it need not check first whether there is more. */
  readonly isMore?: boolean;
}

/** A claimed send; `body` is undefined when the store has lost it. */
export interface ClaimedDraft {
  readonly send: Send;
  readonly body: SendBody | undefined;
}

/** Sends under one lease token with their bodies, in the order in which they became due. */
export interface Claim {
  readonly token: string;
  /** How long the lease lasts without renewal, ms. */
  readonly leaseMs: number;
  /** Whether another worker holds a lease in the mailbox. */
  readonly others: boolean;
  readonly drafts: readonly ClaimedDraft[];
}

/** The result of a claim; a claim is empty when nothing is due. */
export type ClaimOutcome =
  | ({ readonly kind: "claimed" } & Claim)
  /** Two workers already deliver for the mailbox; they continue until nothing is due. */
  | { readonly kind: "busy" }
  /** The mailbox is paused for this long; the worker that paused it has scheduled its wake-up. */
  | { readonly kind: "paused"; readonly forMs: number }
  /**
   * The daily cap, the provider's rate limit or the owner's pace is reached. The mailbox waits until the `dueAt` of `next`, its first due send, but at
   * most five minutes, and fourteen for its pace.
   */
  | { readonly kind: "limited"; readonly next: Waiting };

/** Claims due sends and keeps their leases. */
export interface Claims {
  /** Claims the due sends of a mailbox and checks its limits in one transaction, so that concurrent workers cannot exceed them. */
  claim(mailboxId: string, limits: ClaimLimits): Promise<ClaimOutcome>;
  /** Claims the sends whose unknown outcome is due to be looked up. */
  claimUnknown(mailboxId: string): Promise<Claim>;
  /** Extends the lease of the sends that the token still holds. */
  renew(token: string, sends: readonly Pick<Send, "id">[]): Promise<void>;
  /** The ids of those among these sends that the token still holds. */
  held(token: string, sends: readonly Pick<Send, "id">[]): Promise<ReadonlySet<string>>;
  /** A number that grows with each stop in the account (a limit, a deleted mailbox, a suppression), in the transaction that makes the stop. */
  stopVersion(userId: string): Promise<number>;
  /** The sends with these ids that are not due yet. */
  early(mailboxId: string, ids: readonly string[]): Promise<readonly Waiting[]>;
  /** The sends with these ids that wait for their time or another attempt. */
  waiting(ids: readonly string[]): Promise<readonly Waiting[]>;
}

/** The temporary refusals of a mailbox's server in one hour. */
export interface RefusedHour {
  /** The start of the hour, UTC. */
  readonly hour: Date;
  readonly count: number;
  /** The first different replies of the hour, at most `REPLIES_PER_HOUR`. */
  readonly replies: readonly string[];
}

/** How many different replies are stored for one hour of a mailbox. */
export const REPLIES_PER_HOUR = 5;

/** The temporary refusals of mailboxes' servers, by hour; kept for a little more than a day. */
export interface Refusals {
  /** Counts refusals in the hour of `at`, each with the server's reply. */
  note(mailboxId: string, at: Date, replies: readonly string[]): Promise<void>;
  /** The hours since `at` in which the mailbox's server refused something for now, oldest first. */
  since(mailboxId: string, at: Date): Promise<readonly RefusedHour[]>;
}
