import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { CancelReason, Send } from "../send.ts";

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
