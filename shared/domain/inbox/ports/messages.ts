import type { InboundKind } from "../../mail/read/classify.ts";
import type { Page } from "../../ports.ts";
import type { ListedMessage, Message, MessageBody } from "../message.ts";

/** The filters of GET /v1/inbox/messages (contract/README.md, "Inbox"). */
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
