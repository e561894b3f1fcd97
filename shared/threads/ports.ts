import type { ThreadKey } from "#shared/inbox/ports/messages.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { Send } from "#shared/sending/send.ts";
import type { ThreadCounts } from "./thread-counts.ts";
import type { WorkRequest } from "./thread-state.ts";
import type { Thread, ThreadState } from "./thread.ts";

/** Thrown for a revision that is not the current one; contains the current conversation. */
export class StaleThread extends Error {
  readonly thread: Thread;

  constructor(thread: Thread) {
    super("the conversation has another revision");
    this.thread = thread;
  }
}

/** The filters of GET /v1/inbox/threads (api/README.md, "Inbox"). */
export interface ThreadFilter {
  readonly mailboxId?: string | undefined;
  /** Only of these mailboxes. */
  readonly mailboxIds?: readonly string[] | undefined;
  readonly unread?: boolean | undefined;
  readonly participant?: string | undefined;
  readonly emailJobId?: string | undefined;
  /** A tag of a sent email in it. */
  readonly tag?: string | undefined;
  /** The kind of the latest inbound message. */
  readonly kind?: InboundKind | undefined;
  /** Whether the latest message was received or sent. */
  readonly lastMessageDirection?: Thread["lastMessageDirection"] | undefined;
  /** `since` and `before` limit lastMessageAt: `since` is inclusive, `before` exclusive. */
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
  /** Only these conversations. */
  readonly ids?: readonly string[] | undefined;
  readonly state?: ThreadState | undefined;
  /** Your id of a person; "" for those that nobody has. */
  readonly assignedTo?: string | undefined;
  readonly label?: string | undefined;
  readonly needsReply?: boolean | undefined;
  readonly snoozed?: boolean | undefined;
  /** `waiting`: only those in which somebody waits, the longest first; else the latest first. */
  readonly order?: "latest" | "waiting" | undefined;
}

/** Up to this number unread conversations are counted. */
export const UNREAD_COUNTED = 1_000;

/** The conversations of an account. The id of one that was merged into another finds that one. */
export interface Threads {
  find(userId: string, id: string): Promise<Thread | undefined>;
  /** By lastMessageAt descending, the id as tie-break. */
  list(userId: string, filter: ThreadFilter, page: Page): Promise<readonly Thread[]>;
  /** How many conversations of these mailboxes, or of all, are unread; counted up to UNREAD_COUNTED. */
  countUnread(userId: string, mailboxIds: readonly string[] | undefined): Promise<number>;
  /** The numbers of conversations of these mailboxes, or of all: one command for what is not done, one for what is. */
  counts(userId: string, mailboxIds: readonly string[] | undefined): Promise<ThreadCounts>;
  /** The newest `limit` sends of a thread that are not cancelled, oldest first. */
  sends(userId: string, thread: ThreadKey, limit: number): Promise<readonly Send[]>;
  /** The id of the send's thread; the thread is created when the send has none. */
  ofSend(userId: string, send: Pick<Send, "id">): Promise<string>;
  /**
   * Changes what a team says of a conversation, with its event, in one write; undefined when the account has no such conversation. Throws StaleThread
   * when `revision` is given and is not the current one.
   */
  change(userId: string, id: string, request: WorkRequest, revision?: number): Promise<Thread | undefined>;
  /** Sets the read flag of every inbound message of the thread; undefined when the account has no such thread. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Thread | undefined>;
}

/** Finishes work on conversations that requests and pulls left undone. */
export interface ThreadReconciliation {
  /** Counts the sends that left before `before` in threads whose summaries lack them; returns how many there were. */
  countSent(before: Date): Promise<number>;
  /** Opens conversations whose snooze has ended by the database's clock, with their events; returns their ids, some hundred at most. */
  endSnoozes(): Promise<readonly string[]>;
  /** Does one step of a merge or a read flag that was too large for its request; false when nothing is left. */
  goOn(): Promise<boolean>;
  /**
   * Recomputes the next few threads; each call continues where the last one ended. Returns the ids of threads whose summary was wrong and is now
   * corrected.
   */
  check(): Promise<readonly string[]>;
}
