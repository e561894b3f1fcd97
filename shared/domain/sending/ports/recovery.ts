import type { Send } from "../send.ts";
import type { Waiting } from "./wake-ups.ts";

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

/** What the sweeper and a removed mailbox need. */
export interface Recovery {
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
