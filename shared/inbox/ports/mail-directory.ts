import type { FolderUse } from "../pull/choose-folders.ts";

/** A folder of a mailbox whose provider gives changes instead of UIDs (Microsoft Graph's delta queries). */
export interface DirectoryFolder {
  /** The provider's id, which is constant. */
  readonly id: string;
  readonly path: string;
  readonly use?: FolderUse;
  readonly uidValidity: string;
  readonly uidNext: number;
  /** How many messages the directory has of it. */
  readonly count: number;
  /** Where the next changes are read; absent before the first, and after the provider has forgotten. */
  readonly link?: string;
  /** Whether it was read to its end at least once. */
  readonly isWhole: boolean;
  /** How many more items the provider counts than it lists, by the last comparison; absent for none. */
  readonly unlisted?: number;
}

/** What the directory knows of a message. */
export interface DirectoryItem {
  /** The provider's id, which stays when the message is moved. */
  readonly id: string;
  readonly uid: number;
  readonly receivedAt: Date;
  readonly seen: boolean;
  readonly draft: boolean;
  /** Octets; absent when the provider does not say. */
  readonly size?: number;
  readonly hasAttachments: boolean;
}

/** A page of a folder's changes. */
export interface ChangePage {
  /** The link that was read; absent for the first page of a new reading. */
  readonly used: string | undefined;
  /** Where it goes on. */
  readonly next: string;
  /** Whether this was the round's last page. */
  readonly isLast: boolean;
  readonly there: readonly Omit<DirectoryItem, "uid">[];
  readonly gone: readonly string[];
}

/** What a comparison of a folder with the provider's list found. */
export interface Mending {
  /** Listed messages that no page of changes had. */
  readonly there: readonly Omit<DirectoryItem, "uid">[];
  /** Ids of messages that are in the folder no more. */
  readonly gone: readonly string[];
  readonly unlisted: number;
}

/** Some of a folder's messages, by ascending UID. */
export interface ItemRange {
  readonly above?: number;
  readonly upTo?: number;
  readonly uids?: readonly number[];
  readonly since?: Date;
  readonly before?: Date;
  readonly skip?: number;
  readonly limit?: number;
}

/**
 * The folders and messages of mailboxes at a provider without UIDs. A message that is seen first gets its folder's next UID, and keeps it until it has
 * left the folder, so that cursors, windows and audits hold as with IMAP.
 */
export interface MailDirectory {
  folders(mailboxId: string): Promise<readonly DirectoryFolder[]>;
  /** Sets the mailbox's folders: new ones begin empty, those that are missing here are forgotten. */
  setFolders(mailboxId: string, folders: readonly Pick<DirectoryFolder, "id" | "path" | "use">[]): Promise<void>;
  /**
   * Takes a page of changes, with its link, in one transaction; false when another reader has gone on from the same link. At the end of a reading from
   * the beginning, messages that it did not contain are gone.
   */
  take(mailboxId: string, folderId: string, page: ChangePage): Promise<boolean>;
  /** Begins the folder's reading anew, because the provider has forgotten this link; UIDs stay. */
  restart(mailboxId: string, folderId: string, used: string): Promise<void>;
  /** Adds and removes what pages of changes left out. */
  mend(mailboxId: string, folderId: string, mending: Mending): Promise<void>;
  find(mailboxId: string, folderId: string, range: ItemRange): Promise<readonly DirectoryItem[]>;
}
