import type { InboundKind } from "#shared/mail/read/classify.ts";

/** A conversation in one mailbox (api/README.md, "Inbox"); everything except ids and times is computed from its messages. */
export interface Thread extends ThreadSummary {
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
}
