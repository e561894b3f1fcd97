import type { InboundKind } from "../mail/read/classify.ts";

/** A conversation inside one mailbox (contract/README.md, "Inbox"); everything but the ids and times follows from its messages. */
export interface Thread extends ThreadSummary {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  /** Younger conversations that were merged into this one; their ids keep resolving to it. */
  readonly aliasIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What a conversation's messages say about it: those received, and those that were sent. */
export interface ThreadSummary {
  readonly rootMessageId: string;
  readonly subject: string;
  /** Lower-case counterparty addresses, in order of appearance. */
  readonly participants: readonly string[];
  /** The send that started the conversation, when it was the account's own. */
  readonly emailJobId?: string;
  readonly messageCount: number;
  readonly unreadCount: number;
  /** True while unreadCount is not 0, so that an index serves the filter. */
  readonly unread: boolean;
  /** True when somebody wrote who had no part in it. */
  readonly hasNewcomer: boolean;
  /** Absent while nothing of it was received or sent. */
  readonly lastMessageAt?: Date;
  readonly lastMessageDirection: "inbound" | "outbound";
  readonly lastInboundAt?: Date;
  /** The kind of the latest inbound message; "" without one. */
  readonly lastInboundKind: InboundKind | "";
  /** The latest message's. */
  readonly snippet: string;
}
