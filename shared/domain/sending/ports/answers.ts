import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { CancelReason, Send } from "../send.ts";

/** The incoming side of a conversation: replies and bounces. */
export interface Answers {
  /** Pulls the mailbox, for up to `forMs`; false when the server could not be asked for everything. */
  pull(mailbox: Mailbox, forMs: number): Promise<boolean>;
  /**
   * The reason to cancel the send: which event of its `cancelOn` is stored in its conversation since `answersSince`; `answer_unclear` when one sign alone shows an
   * answer, undefined for none.
   */
  to(send: Send): Promise<CancelReason | undefined>;
}

/** The worker time that mailboxes with slow servers take. */
export interface WorkerTime {
  /** Adds `ms` to a mailbox's time; returns how long it must pause to keep its budget, ms, 0 when it keeps it. */
  spend(mailboxId: string, ms: number): Promise<number>;
}
