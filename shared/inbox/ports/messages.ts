import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { ListedMessage, Message, MessageBody } from "../message.ts";

/** The filters of GET /v1/inbox/messages (api/README.md, "Inbox"). */
export interface MessageFilter {
  readonly mailboxId?: string | undefined;
  /** Only of these mailboxes. */
  readonly mailboxIds?: readonly string[] | undefined;
  readonly threadId?: string | undefined;
  readonly emailJobId?: string | undefined;
  /** A tag of the send that it answers or reports on. */
  readonly tag?: string | undefined;
  readonly kind?: InboundKind | undefined;
  /** What an answer means. */
  readonly intent?: Message["intent"];
  readonly unread?: boolean | undefined;
  readonly since?: Date | undefined;
}

/** The ids of a conversation: its own, and those of conversations that were merged into it, which stored messages and sends may still have. */
export interface ThreadKey {
  readonly id: string;
  readonly aliasIds: readonly string[];
}

/** The inbound messages of an account. */
export interface Messages {
  find(userId: string, id: string): Promise<Message | undefined>;
  /** Newest first, the id as tie-break. */
  list(userId: string, filter: MessageFilter, page: Page): Promise<readonly ListedMessage[]>;
  /** The newest `limit` messages of a thread that were received no later than `until`, oldest first. */
  ofThread(userId: string, thread: ThreadKey, limit: number, until?: Date): Promise<readonly Message[]>;
  /** The bodies of the messages among `ids` that exist, by message id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MessageBody>>;
  /** Sets the read flag and, in the same transaction, the thread's counter; undefined when the account has no such message. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Message | undefined>;
}

/** Finds conversations by id; also by the id of one that was merged into another. */
export interface ThreadIds {
  find(userId: string, id: string): Promise<{ readonly id: string } | undefined>;
}

/**
 * Finds the received messages that contain all words of a query (mail/text.ts). The implementation decides what a word is, how words are compared and
 * where they are stored.
 */
export interface MessageSearch {
  /** Newest first, the id as tie-break. */
  messages(userId: string, query: string, filter: MessageFilter, page: Page): Promise<readonly ListedMessage[]>;
  /**
   * The ids of the conversations of the 500 newest matching messages, and of the 500 newest matching conversations that a send started; with
   * `within`, only of these mailboxes.
   */
  threadIds(userId: string, query: string, within?: readonly string[]): Promise<readonly string[]>;
  /** Makes these messages searchable, or without ids the next few messages and conversations that are not; returns how many. */
  index(messageIds?: readonly string[]): Promise<number>;
}

/** Deletes the mail of mailboxes for good, in bounded steps. */
export interface Purges {
  /** Starts to purge a mailbox that its user has deleted. */
  begin(userId: string, id: string): Promise<void>;
  /** Does the next step of a purge, of the given mailbox or of any; false when nothing is left to delete. */
  step(id?: string): Promise<boolean>;
}
