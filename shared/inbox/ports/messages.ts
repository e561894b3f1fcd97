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
  readonly unread?: boolean | undefined;
  readonly since?: Date | undefined;
}

/** A conversation's ids: the one it has now, and those of conversations merged into it, under which messages and sends may still be stored. */
export interface ThreadKey {
  readonly id: string;
  readonly aliasIds: readonly string[];
}

/** The inbound messages of an account. */
export interface Messages {
  find(userId: string, id: string): Promise<Message | undefined>;
  /** Newest first, the id as tie-break. */
  list(userId: string, filter: MessageFilter, page: Page): Promise<readonly ListedMessage[]>;
  /** The newest `limit` messages of a thread, received no later than `until`, oldest first. */
  ofThread(userId: string, thread: ThreadKey, limit: number, until?: Date): Promise<readonly Message[]>;
  /** The bodies of the messages among `ids` that exist, by message id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MessageBody>>;
  /** Sets the read flag and, in the same transaction, the thread's counter; undefined when the account has no such message. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Message | undefined>;
}

/** Resolves ids of conversations; the id of one that was merged into another still resolves. */
export interface ThreadIds {
  find(userId: string, id: string): Promise<{ readonly id: string } | undefined>;
}

/**
 * Finds the received messages that contain all words of a query. The backend decides what a word is, how words are compared and where they are kept;
 * it answers a query (mail/text.ts) with messages and conversations.
 */
export interface MessageSearch {
  /** Newest first, the id as tie-break. */
  messages(userId: string, query: string, filter: MessageFilter, page: Page): Promise<readonly ListedMessage[]>;
  /** The ids of the conversations of the 500 newest matching messages, and of the 500 newest matching conversations that a send began; with `within`, of these mailboxes. */
  threadIds(userId: string, query: string, within?: readonly string[]): Promise<readonly string[]>;
  /** Makes these messages searchable, or else the next few messages and conversations not yet indexed; returns how many. */
  index(messageIds?: readonly string[]): Promise<number>;
}

/** Erases the mail of mailboxes for good, in bounded steps. */
export interface Purges {
  /** Starts the purge of a mailbox that its user has deleted. */
  begin(userId: string, id: string): Promise<void>;
  /** Takes the next step, of the given mailbox or of any; false when nothing is left to erase. */
  step(id?: string): Promise<boolean>;
}
