import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { CancelReason, Send } from "../send.ts";
import type { Claim, Claims } from "./claims.ts";
import type { Recovery } from "./recovery.ts";
import type { PauseReason } from "./sends.ts";
import type { Waiting } from "./wake-ups.ts";

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
  /** The recipients that the server refused: all of them. */
  readonly refused?: readonly RefusedRecipient[] | undefined;
}

/** What comes of a send that a server accepted. */
export interface Accepted {
  /** It joins the list of copies to file. */
  readonly hasCopy?: boolean;
  /** The Message-ID that the provider gave it in place of ours. */
  readonly providerMessageId?: string | undefined;
  /** Deferred recipients are tried again after so many ms; undefined when there are none. */
  readonly deferredForMs?: number | undefined;
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

/** Trying deferred recipients again; each write holds while the lease does. */
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

/** The worker's view of the sends: every write is one conditional write on state and lease, timed by the database's clock (domain/README.md). */
export interface Deliveries extends Claims, Results, Deferrals, Pauses, Recovery {}
