import type { Correction } from "../inbox/correction.ts";
import type { Message } from "../inbox/message.ts";
import type { Thread } from "./thread.ts";

/**
 * What people correct. It outlives the message: it is kept by the mail's fingerprint, and comes before the rules when the mail is read again.
 * What follows from a message is worked out anew in the same transaction: what its send records, cancels, suppressions, the conversation's summary.
 */
export interface Corrections {
  /** Undefined when the account has no such message; throws 400 when the send is none of the message's mailbox, 409 for a conversation that is too long. */
  correct(userId: string, id: string, correction: Correction): Promise<Message | undefined>;
  /** The rules' word again, its conversation too; false when the account has no such message, or none that was corrected. */
  takeBack(userId: string, id: string): Promise<boolean>;
  /**
   * Moves messages of a conversation into one of their own, which no later mail joins to it again; answers that. Undefined when the account
   * has no such conversation; throws 400 when a message is not in it, or none would stay, 409 when it is too long.
   */
  split(userId: string, threadId: string, messageIds: readonly string[]): Promise<Thread | undefined>;
  /** Joins another conversation to this one, whose id stays; undefined when the account lacks one of them. Throws 400 for one of another mailbox, or itself. */
  merge(userId: string, threadId: string, otherId: string): Promise<Thread | undefined>;
}
