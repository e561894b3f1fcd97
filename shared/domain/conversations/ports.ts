import type { ThreadKey } from "../inbox/ports/messages.ts";
import type { InboundKind } from "../mail/read/classify.ts";
import type { Page } from "../ports.ts";
import type { Send } from "../sending/send.ts";
import type { Thread } from "./thread.ts";

/** What GET /v1/inbox/threads filters by (contract/README.md, "Inbox"). */
export interface ThreadFilter {
  readonly mailboxId?: string | undefined;
  readonly unread?: boolean | undefined;
  readonly participant?: string | undefined;
  readonly emailJobId?: string | undefined;
  /** Of the latest inbound message. */
  readonly kind?: InboundKind | undefined;
  /** Bounds of lastMessageAt: at or after, and before. */
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
  /** No others than these. */
  readonly ids?: readonly string[] | undefined;
}

/** The conversations of an account. An id that was merged into another keeps resolving. */
export interface Threads {
  find(userId: string, id: string): Promise<Thread | undefined>;
  /** By lastMessageAt descending, the id as tie-break. */
  list(userId: string, filter: ThreadFilter, page: Page): Promise<readonly Thread[]>;
  /** The newest `limit` sends of a thread that are not cancelled, oldest first. */
  sends(userId: string, thread: ThreadKey, limit: number): Promise<readonly Send[]>;
  /** The id of the send's thread, which is made when the send had none: it becomes part of a conversation. */
  ofSend(userId: string, send: Pick<Send, "id">): Promise<string>;
  /** Marks every inbound message of the thread; undefined when the account has no such thread. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Thread | undefined>;
}

/** What is left to do for conversations after the requests and pulls that changed them. */
export interface ThreadReconciliation {
  /** Counts sends that left before then into threads that lack them; answers how many it found. */
  countSent(before: Date): Promise<number>;
  /** Takes one step of a merge or a mark that was too large to end at once; false when there is none. */
  goOn(): Promise<boolean>;
  /** Derives the next few threads anew; each run goes on where the last one ended. Answers the ids of threads that were wrong and are right now. */
  check(): Promise<readonly string[]>;
}
