import type { Page } from "../../ports.ts";
import type { Message } from "../message.ts";
import type { MessageFilter } from "./messages.ts";

/**
 * Finds the received messages that hold all words of a query. What a word is, how it is compared and where it is kept is the backend's alone: it
 * answers a query (mail/search-query.ts) with messages and conversations.
 */
export interface MessageSearch {
  /** Newest first, the id as tie-break. */
  messages(userId: string, query: string, filter: MessageFilter, page: Page): Promise<readonly Message[]>;
  /** The ids of the conversations of the 500 newest messages found, and of the 500 newest found that a send began. */
  threadIds(userId: string, query: string): Promise<readonly string[]>;
  /** Makes these messages searchable, or the next few messages and conversations that were stored since; answers how many. */
  index(messageIds?: readonly string[]): Promise<number>;
}
