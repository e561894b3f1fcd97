import type { InboundKind } from "#shared/mail/read/classify.ts";

/**
 * A conversation in one mailbox (api/README.md, "Inbox"); its work is what a team says of it, all but ids and times else is computed from its
 * messages.
 */
export interface Thread extends ThreadSummary, ThreadWork {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  /** The ids of newer conversations that were merged into this one; they still find it. */
  readonly aliasIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A summary of a conversation's received and sent messages. */
export interface ThreadSummary {
  readonly rootMessageId: string;
  readonly subject: string;
  /** Lower-case counterparty addresses, in order of appearance. */
  readonly participants: readonly string[];
  /** The send that started the conversation, when the account did. */
  readonly emailJobId?: string;
  /** The tags of its sent emails, in alphabetical order; absent for none. */
  readonly tags?: readonly string[];
  readonly messageCount: number;
  readonly unreadCount: number;
  /** True while unreadCount is not 0, so that an index serves the filter. */
  readonly unread: boolean;
  /** True when it contains a message of an unverified sender. */
  readonly hasNewcomer: boolean;
  /** Absent while nothing has been received or sent in it. */
  readonly lastMessageAt?: Date;
  readonly lastMessageDirection: "inbound" | "outbound";
  readonly lastInboundAt?: Date;
  /** The kind of the latest inbound message; "" without one. */
  readonly lastInboundKind: InboundKind | "";
  /** The beginning of the latest message. */
  readonly snippet: string;
  /** True while a person wrote whom nobody has answered. Automatic mail and mail to many never needs a reply. */
  readonly needsReply: boolean;
  /** True while the latest in it is a report that mail of ours was not delivered. */
  readonly bounced: boolean;
  /** When the first of those unanswered mails was received; absent while none waits. */
  readonly waitingSince?: Date;
}

/** Whose turn it is: the account's, the other side's, or nobody's. */
export type ThreadState = "open" | "waiting" | "done";

/** That somebody set a conversation's state: when, and what it was before. */
export interface Decision {
  readonly at: Date;
  readonly from: ThreadState;
}

/** What a team sets on a conversation besides its mail: state, assignee, labels, snooze. */
export interface ThreadWork {
  readonly state: ThreadState;
  /** Until when it is out of sight; then it is open again. */
  readonly snoozedUntil?: Date;
  /** The client's id of a person; "" for nobody. */
  readonly assignedTo: string;
  /** Absent for none. */
  readonly labels?: readonly string[];
  /** What somebody said of its state last; absent once mail or the clock changed it, or it was taken back. */
  readonly decided?: Decision;
  /** Counts the changes of these fields, from 1. */
  readonly revision: number;
  /** Who made the latest of these changes (`byOf`); absent when mail or the clock did, and before the first. */
  readonly changedBy?: string;
}

/** What changed a conversation: a request, mail that was received or sent, or the end of a snooze. */
export type ChangedBy = "api" | "mail" | "clock";

/** How long a conversation's first question waited for its answer. */
export interface FirstResponse {
  readonly askedAt: Date;
  readonly answeredAt: Date;
}
