import type { Send } from "../send.ts";
import type { Waiting } from "./wake-ups.ts";

/** The result of one step of recovery. */
export interface Recovered {
  /** The sends to wake: those that are queued again, or that are looked up at their `dueAt`. */
  readonly woken: readonly Waiting[];
  readonly failed: readonly Waiting[];
  /** True when more leases may have expired. */
  readonly more: boolean;
}

/** The result of one search for forgotten sends. */
export interface Forgotten {
  readonly found: readonly Waiting[];
  /** Where the next search starts, when there may be more. */
  readonly next?: string;
}

/** The operations of the sweeper and of removing a mailbox. */
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
