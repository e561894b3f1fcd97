import type { MailboxRef } from "../../mailboxes/ports.ts";
import type { FolderLocation } from "../audit/audit.ts";
import type { MessageLocation } from "../message.ts";
import type { FolderCursor, SyncLease } from "../pull/sync-state.ts";
import type { PreparedMail } from "../store/prepared-mail.ts";

/** Where each mailbox's sync stands, and who may run it. */
export interface SyncStates {
  /** Takes the mailbox's lease for so long by the database's clock; undefined while another pull has it. */
  acquire(mailbox: MailboxRef, forMs: number): Promise<SyncLease | undefined>;
  /** Writes the cursors without messages; throws LeaseLost when another has taken over. */
  save(lease: SyncLease, cursors: readonly FolderCursor[]): Promise<void>;
  /** Holds the lease for so long from now, unless another has taken over. */
  renew(lease: SyncLease, forMs: number): Promise<void>;
  /** Ends the pull; `retryAfterMs` puts the next scheduled one off and counts as a failure. False when another has taken over. */
  release(lease: SyncLease, failure?: { readonly retryAfterMs: number }): Promise<boolean>;
}

/** Messages of which a copy lies in another folder of their mailbox: a mail client moves by a copy and a deletion. */
export interface Moves {
  /** Where messages lie whose own place was not looked at since a copy was seen; a few hundred at most. */
  unsettled(mailbox: MailboxRef): Promise<readonly MessageLocation[]>;
  /** Notes that these messages of a folder are still there. */
  stay(mailbox: MailboxRef, folder: FolderLocation, uids: readonly number[]): Promise<void>;
  /** Notes that these messages of a folder are gone from it: those with a copy lie where that is. */
  leave(mailbox: MailboxRef, folder: FolderLocation, uids: readonly number[]): Promise<void>;
}

/** Stores received mail. */
export interface Ingest {
  /**
   * One page in one transaction, with the cursors (store/store-page.ts). Messages that are there already keep their state. Answers how many are new; throws LeaseLost when another pull has taken over (G15, G16, G18).
   */
  commit(lease: SyncLease, cursors: readonly FolderCursor[], mails: readonly PreparedMail[]): Promise<number>;
}
