import type { Page } from "../../ports.ts";
import type { ListedMessage } from "../message.ts";
import type { MessageFilter } from "./messages.ts";

/**
 * Finds the received messages that contain all words of a query. The backend decides what a word is, how words are compared and where they are kept;
 * it answers a query (mail/search-query.ts) with messages and conversations.
 */
export interface MessageSearch {
  /** Newest first, the id as tie-break. */
  messages(userId: string, query: string, filter: MessageFilter, page: Page): Promise<readonly ListedMessage[]>;
  /** The ids of the conversations of the 500 newest matching messages, and of the 500 newest matching conversations that a send began; with `within`, of these mailboxes. */
  threadIds(userId: string, query: string, within?: readonly string[]): Promise<readonly string[]>;
  /** Makes these messages searchable, or else the next few messages and conversations not yet indexed; returns how many. */
  index(messageIds?: readonly string[]): Promise<number>;
}
