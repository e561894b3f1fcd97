import type { InboundKind } from "../../mail/read/classify.ts";
import type { Page } from "../../ports.ts";
import type { Message, MessageBody } from "../message.ts";

/** What GET /v1/inbox/messages filters by (contract/README.md, "Inbox"). */
export interface MessageFilter {
  readonly mailboxId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly emailJobId?: string | undefined;
  readonly kind?: InboundKind | undefined;
  readonly unread?: boolean | undefined;
  readonly since?: Date | undefined;
}

/** A conversation by its ids: its own, and those of what was merged into it, under which messages and sends may still be stored. */
export interface ThreadKey {
  readonly id: string;
  readonly aliasIds: readonly string[];
}

/** The inbound messages of an account. */
export interface Messages {
  find(userId: string, id: string): Promise<Message | undefined>;
  /** Newest first, the id as tie-break. */
  list(userId: string, filter: MessageFilter, page: Page): Promise<readonly Message[]>;
  /** The newest `limit` of a thread, received no later than `until`; oldest first. */
  ofThread(userId: string, thread: ThreadKey, limit: number, until?: Date): Promise<readonly Message[]>;
  /** The bodies of the messages among `ids` that exist, by message id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MessageBody>>;
  /** Undefined when the account has no such message; the thread's counter follows in the same transaction. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Message | undefined>;
}

/** What the ids of conversations resolve to: one that was merged into another keeps resolving. */
export interface ThreadIds {
  find(userId: string, id: string): Promise<{ readonly id: string } | undefined>;
}
