import type { FolderUse } from "../pull/choose-folders.ts";

/** A folder at a provider that reports changes instead of UIDs (Microsoft Graph's delta queries). */
export interface DirectoryFolder {
  /** The provider's id, which is constant. */
  readonly id: string;
  readonly path: string;
  readonly use?: FolderUse;
  readonly uidValidity: string;
  readonly uidNext: number;
  /** How many of its messages the directory has. */
  readonly count: number;
  /** The link of the next changes; absent before the first reading, and when the provider has forgotten it. */
  readonly link?: string;
  /** Whether it was once read to its end. */
  readonly isWhole: boolean;
  /** How many more items the provider counts than it lists, by the last comparison; absent for none. */
  readonly unlisted?: number;
  /** A number that grows when flags of its messages change, as IMAP's HIGHESTMODSEQ (RFC 7162, 3.1.2.1); absent before the first change. */
  readonly modseq?: number;
}

/** A message as the directory stores it. */
export interface DirectoryItem {
  /** The provider's id, which stays the same when the message is moved. */
  readonly id: string;
  readonly uid: number;
  readonly receivedAt: Date;
  readonly seen: boolean;
  /** Absent where the provider did not say, and for messages that older versions have listed. */
  readonly flagged?: boolean;
  readonly draft: boolean;
  /** Octets; absent when the provider does not say. */
  readonly size?: number;
  readonly hasAttachments: boolean;
}

/** A page of a folder's changes. */
export interface ChangePage {
  /** The link that was used; absent for the first page of a new reading. */
  readonly used: string | undefined;
  /** The link of the next page or round. */
  readonly next: string;
  /** Whether this was the round's last page. */
  readonly isLast: boolean;
  readonly there: readonly Omit<DirectoryItem, "uid">[];
  readonly gone: readonly string[];
}

/** How far the changes of a whole mailbox were read, at a provider that tells them for all folders together (Gmail's history). */
export interface MailboxCursor {
  /** The link of the next changes; absent before the first reading, and when the provider has forgotten it. */
  readonly link?: string;
  /** Whether the mailbox was once read to its end. */
  readonly isWhole: boolean;
}

/** A page of a mailbox's changes: where messages are now, each in one folder, and the ids of those that are in none. */
export interface MailboxPage {
  readonly used: string | undefined;
  /** The link of the next page or round; undefined while a reading from the start goes on. */
  readonly next: string | undefined;
  /** Whether a reading from the start has ended. */
  readonly isEnd: boolean;
  readonly there: readonly { readonly folderId: string; readonly item: Omit<DirectoryItem, "uid"> }[];
  readonly gone: readonly string[];
}

/** The result of comparing a folder with the provider's list. */
export interface Repair {
  /** Listed messages that no page of changes contained. */
  readonly there: readonly Omit<DirectoryItem, "uid">[];
  /** The ids of messages that are no longer in the folder. */
  readonly gone: readonly string[];
  readonly unlisted: number;
}

/**
 * A filter of a folder's messages, which come by ascending UID. `ids`: some by the provider's ids; `changedSince`: those whose flags changed later.
 */
export interface ItemRange {
  readonly ids?: readonly string[];
  readonly changedSince?: number;
  readonly above?: number;
  readonly upTo?: number;
  readonly uids?: readonly number[];
  readonly since?: Date;
  readonly before?: Date;
  readonly skip?: number;
  readonly limit?: number;
}

/** The changes of whole mailboxes, at a provider that tells them for all folders together. */
interface MailboxChanges {
  /** How far a whole mailbox was read. */
  cursor(mailboxId: string): Promise<MailboxCursor>;
  /**
   * Stores a page of a mailbox's changes and its next link in one transaction; false when another reader has used the same link, or a folder is
   * unknown. A message that was in another folder leaves it.
   */
  takeAll(mailboxId: string, page: MailboxPage): Promise<boolean>;
  /** Starts reading the mailbox again, because the provider has forgotten this link; UIDs stay. */
  restartAll(mailboxId: string, used: string): Promise<void>;
  /** The folder of each of a mailbox's messages, by the message's id. */
  places(mailboxId: string): Promise<ReadonlyMap<string, string>>;
}

/**
 * The folders and messages of mailboxes at a provider without UIDs. A new message gets the folder's next UID and keeps it until it leaves the folder,
 * so that cursors, windows and audits work as with IMAP.
 */
export interface MailDirectory extends MailboxChanges {
  folders(mailboxId: string): Promise<readonly DirectoryFolder[]>;
  /** Replaces the mailbox's list of folders: new ones are empty, missing ones are deleted. */
  setFolders(mailboxId: string, folders: readonly Pick<DirectoryFolder, "id" | "path" | "use">[]): Promise<void>;
  /**
   * Stores a page of changes and its next link in one transaction; false when another reader has already used the same link. When a reading from the
   * start is complete, messages that it did not contain are deleted.
   */
  take(mailboxId: string, folderId: string, page: ChangePage): Promise<boolean>;
  /** Starts reading the folder again, because the provider has forgotten this link; UIDs stay. */
  restart(mailboxId: string, folderId: string, used: string): Promise<void>;
  /** Applies the result of a comparison. */
  repair(mailboxId: string, folderId: string, repair: Repair): Promise<void>;
  find(mailboxId: string, folderId: string, range: ItemRange): Promise<readonly DirectoryItem[]>;
}
