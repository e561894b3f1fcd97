import type { MailboxRef } from "#shared/mailboxes/ports.ts";
import type { FolderLocation } from "../audit/audit.ts";
import type { PendingServerChange, Message, MessageLocation, ServerChange, ListedMessage, MessageBody } from "../message.ts";
import type { InboundKind } from "#shared/mail/read/classify.ts";
import type { Page } from "#shared/platform/ports.ts";

/** The words for folders that every mailbox has, whatever their names (RFC 6154). */
export const FOLDER_WORDS = ["archive", "inbox", "trash", "spam"] as const;
/** One of `FOLDER_WORDS`. */
export type FolderWord = (typeof FOLDER_WORDS)[number];

/** A stored message whose server is to be told of a change. */
export interface PendingChange extends MessageLocation, Pick<Message, "id" | "messageId" | "dedupeKey" | "copyAt"> {
  readonly wish: PendingServerChange;
}

/** What became of a change at the server; `at`: where the message was found, or moved to. */
export type ChangeOutcome =
  | { readonly state: "done"; readonly at?: MessageLocation }
  | { readonly state: "failed"; readonly reason: string; readonly at?: MessageLocation };

/** The changes of messages, and what of them waits for a server. */
export interface Changes {
  /**
   * Changes a received message, its conversation's counter and, where the change is for the server, its wish from now on, in one transaction with its
   * event; undefined when the account has no such message.
   */
  ask(userId: string, id: string, asked: ServerChange, forServer?: Date): Promise<Message | undefined>;
  /** Up to `most` changes that are due. */
  due(mailbox: MailboxRef, now: Date, most: number): Promise<readonly PendingChange[]>;
  /** Counts an attempt before it is made, and sets when the next one is due; false when the wish was changed or settled meanwhile. */
  begin(change: PendingChange, dueAt: Date): Promise<boolean>;
  /**
   * Sets stored messages' flags to those of the server, with their events, except flags for which a wish waits; the ids of those that changed.
   */
  take(mailbox: MailboxRef, place: FolderLocation, flags: ReadonlyMap<number, ServerFlags>): Promise<readonly string[]>;
  /** Records the outcome with its event; of a wish that was changed meanwhile only where the message is. */
  settle(change: PendingChange, outcome: ChangeOutcome): Promise<void>;
}

/** A message's flags at its server; `isFlagged` is absent where it does not say. */
export interface ServerFlags {
  readonly isRead: boolean;
  readonly isFlagged?: boolean;
}

/** Where messages are at the server, in a session. Every call throws when the connection fails. */
export interface MailPlaces {
  /** Opens a folder for writing; undefined when there is none. UIDVALIDITY is "" where its UIDs hold in this session alone. */
  open(path: string): Promise<{ readonly uidValidity: string } | undefined>;
  /** The Message-IDs of these messages of the open folder, "" for none; without those that the server does not return. */
  messageIds(uids: readonly number[]): Promise<ReadonlyMap<number, string>>;
  /** The UIDs of messages of the open folder in whose Message-ID field the server finds this. */
  named(messageId: string): Promise<readonly number[]>;
  /** The flags of messages of the open folder, by UID: of one, of those that changed since a `modseq`, or of the newest, so many. */
  flags(
    among: { readonly uid: number } | { readonly since: string } | { readonly newest: number },
  ): Promise<ReadonlyMap<number, ServerFlags>>;
  /** The path of the folder that a word stands for; undefined when the mailbox has none. */
  folderFor(word: FolderWord): Promise<string | undefined>;
}

/**
 * Changes at the server, in a session's folder that is open for writing. Every call throws when the connection fails, and MailFailure `refused` when
 * the server refuses. Nothing is deleted, except by `remove` one message of which another copy exists.
 */
export interface MailChanges extends MailPlaces {
  /** Told first: the folders that the user has named, which decide where a message with several labels is. Absent where a message is in one folder. */
  readonly reads?: (named: readonly string[]) => void;
  setFlags(uid: number, flags: Pick<ServerChange, "isRead" | "isFlagged">): Promise<void>;
  /** How it moves a message: in one step (RFC 6851); as a copy of which the original is removed by its UID (RFC 4315); or not at all. */
  readonly moves: "move" | "copy" | "never";
  /** Moves a message; where it is then, as far as the server says so: its UID is 0 where the folder is known alone. */
  move(uid: number, path: string): Promise<MessageLocation | undefined>;
  /** Copies a message; where the copy is, as far as the server says so. */
  copy(uid: number, path: string): Promise<MessageLocation | undefined>;
  /** Removes a single message by its UID. */
  remove(uid: number): Promise<void>;
}

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
