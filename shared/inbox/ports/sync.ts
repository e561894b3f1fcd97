import type { MailboxRef } from "#shared/mailboxes/ports.ts";
import type { FolderLocation, WhyKeptOut } from "../audit/audit.ts";
import type { MessageLocation } from "../message.ts";
import type { FolderCursor, SyncLease } from "../pull/sync-state.ts";
import type { PreparedMail } from "../ingest/prepared-mail.ts";

/** The sync state of each mailbox, and the lease of its pull. */
export interface SyncStates {
  /** Takes the mailbox's lease for `forMs`, by the database's clock; undefined while another pull holds it. */
  acquire(mailbox: MailboxRef, forMs: number): Promise<SyncLease | undefined>;
  /** Writes the cursors without messages; throws LeaseLost when another pull has taken over. */
  save(lease: SyncLease, cursors: readonly FolderCursor[]): Promise<void>;
  /** Extends the lease to `forMs` from now, unless another pull has taken over. */
  renew(lease: SyncLease, forMs: number): Promise<void>;
  /**
   * Ends the pull and gives the lease back. `retryAfterMs` delays the next scheduled pull, and counts as a failure. False when another pull has taken
   * over.
   */
  release(lease: SyncLease, failure?: { readonly retryAfterMs: number }): Promise<boolean>;
}

/** Messages with a copy in another folder of their mailbox: mail clients move a message by copying and deleting it. */
export interface FolderMoves {
  /** The locations of messages that were not checked since a copy was seen; at most a few hundred. */
  unsettled(mailbox: MailboxRef): Promise<readonly MessageLocation[]>;
  /** Records that these messages are still in their folder. */
  stay(mailbox: MailboxRef, folder: FolderLocation, uids: readonly number[]): Promise<void>;
  /** Records that these messages have left their folder; one with a copy moves to the copy's location. */
  leave(mailbox: MailboxRef, folder: FolderLocation, uids: readonly number[]): Promise<void>;
}

/** The result of storing a page of mails. */
export interface StoredPage {
  /** How many messages are new. */
  readonly stored: number;
  /** The mails that are deliberately not stored at their location, by UID, each with the reason. */
  readonly keptOut: ReadonlyMap<number, WhyKeptOut>;
  /** The conversations that have an event from it. */
  readonly changedThreads: readonly string[];
}

/** Stores received mail. */
export interface Ingest {
  /**
   * Stores one page in one transaction, with the cursors (inbox/ingest/store-page.ts). Messages that are already stored keep their state. Throws
   * LeaseLost when another pull has taken over (G15, G16, G18 in shared/README.md).
   */
  commit(lease: SyncLease, cursors: readonly FolderCursor[], mails: readonly PreparedMail[]): Promise<StoredPage>;
}
