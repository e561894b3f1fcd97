import type { Correction, Message } from "#shared/inbox/message.ts";
import type { PageSuppressions, WaitingSends } from "#shared/inbox/ports/open-page.ts";
import type { LinkedMessage } from "#shared/inbox/ingest/correct-mail.ts";
import type { SendEffect } from "#shared/inbox/ingest/send-effects.ts";
import type { CancelReason, Send } from "#shared/sending/send.ts";
import type { Thread } from "./thread.ts";

/**
 * People's corrections. A correction outlives its message: it is stored by the mail's fingerprint, and overrides the rules when the mail is read
 * again. Everything that depends on the message is recomputed in the same transaction: its send's record, cancels, suppressions, the conversation's
 * summary.
 */
export interface Corrections {
  /**
   * Stores a correction; undefined when the account has no such message. Throws 400 when the send belongs to another mailbox than the message, and
   * 409 for a conversation that is too long.
   */
  correct(userId: string, id: string, correction: Correction): Promise<Message | undefined>;
  /** Restores what the rules had decided, including the conversation; false when the account has no such message, or it was not corrected. */
  takeBack(userId: string, id: string): Promise<boolean>;
  /**
   * Moves messages into a new conversation and returns it; later mail does not merge the two again. Undefined when the account has no such
   * conversation. Throws 400 when a message is not in it or none would stay, and 409 when it is too long.
   */
  split(userId: string, threadId: string, messageIds: readonly string[], by?: string): Promise<Thread | undefined>;
  /**
   * Merges another conversation into this one, whose id stays; undefined when the account does not have both. Throws 400 for a conversation of
   * another mailbox, or the same one.
   */
  merge(userId: string, threadId: string, otherId: string): Promise<Thread | undefined>;
}

/** The account's received messages, for a correction. */
interface CorrectedMessages {
  find(id: string): Promise<Message | undefined>;
  /** Writes the fields of a message that a correction can change, with its event. */
  write(message: Message, before: Message): Promise<void>;
  /** Stores a person's correction of a mail by the mail's fingerprint. */
  keep(mail: Message, correction: Correction): Promise<void>;
  forget(mail: Message): Promise<void>;
  /** Up to `atMost` of the messages that are linked to a send. */
  ofSend(sendId: string, atMost: number): Promise<readonly LinkedMessage[]>;
}

/** The account's sends, for a correction. */
interface CorrectedSends {
  find(id: string): Promise<Send | undefined>;
  /** Applies these moves in order. */
  note(notes: readonly SendEffect[]): Promise<void>;
}

/** The account's conversations, for a correction. */
interface CorrectedThreads {
  /**
   * Moves a message back to the conversation that the rules had chosen, and returns that conversation's id; when it no longer exists, returns the
   * current one's.
   */
  putBack(message: Message, ruledId: string): Promise<string>;
  /** Recomputes the summary from all messages; false when there are more than `atMost`. */
  derive(id: string, atMost: number): Promise<boolean>;
}

/** The waiting sends that an answer may cancel, and those that one has cancelled. */
interface RestorableSends extends WaitingSends {
  /** The sends of these conversations that a message cancelled and whose time has not come. */
  cancelledIn(threadIds: readonly string[]): Promise<readonly Send[]>;
  /** The follow-ups that were cancelled with these sends and whose time has not come. */
  cancelledWith(ids: readonly string[]): Promise<readonly Send[]>;
  /** The reason for which stored mail cancels the send; undefined for none. */
  answerTo(send: Send): Promise<CancelReason | undefined>;
  /** Schedules those of the sends again whose time has not come. */
  restore(ids: readonly string[]): Promise<void>;
}

/** Suppressions caused by bounces. */
interface CorrectedSuppressions extends PageSuppressions {
  /** Removes the suppressions that this send's bounces, or an answer to it, caused. */
  release(emails: readonly string[], sendId: string, reason?: "bounced" | "asked"): Promise<void>;
}

/** The transaction that corrects a message: plain reads and writes, called in order by correct-message.ts. */
export interface OpenCorrection {
  readonly messages: CorrectedMessages;
  readonly sends: CorrectedSends;
  readonly threads: CorrectedThreads;
  readonly waiting: RestorableSends;
  readonly suppressions: CorrectedSuppressions;
}

/** Stores corrections. */
export interface CorrectionStore extends Pick<Corrections, "split" | "merge"> {
  /** Runs `work` in one transaction over an account's records, and repeats it after a conflict. */
  transaction<R>(userId: string, work: (open: OpenCorrection) => Promise<R>): Promise<R>;
}
