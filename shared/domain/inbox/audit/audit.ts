import type { MailboxRef } from "../../mailboxes/ports.ts";
import type { SyncLease } from "../pull/sync-state.ts";

/** A folder under one UIDVALIDITY: where UIDs mean something (RFC 9051, 2.3.1.1). */
export interface FolderLocation {
  readonly path: string;
  readonly uidValidity: string;
}

/** What comparing a folder with the store showed. */
export interface AuditedFolder extends FolderLocation {
  /** Messages that the server holds, and those of them that are stored. */
  readonly onServer: number;
  readonly stored: number;
  /** Messages that the server held and the store lacked, those of them that were stored then, and those that the server did not give. */
  readonly missing: number;
  readonly healed: number;
  readonly unreadable: number;
  /** A hash over the UIDs that the server named: the same while it names the same. */
  readonly digest: string;
  /** True when a folder besides the first could not be read: nothing is known of it. */
  readonly failed?: boolean;
}

/** What a finished audit showed. */
export interface AuditReport {
  readonly checkedAt: Date;
  /** Mail received before this was not looked for. */
  readonly since: Date;
  readonly folders: readonly AuditedFolder[];
  /** True when all that the server holds since then is stored. */
  readonly complete: boolean;
}

/** A folder being compared, from its last message down. */
export interface FolderUnderWay extends AuditedFolder {
  /** The number of the last message that was not compared yet, and the lowest UID that was. */
  readonly left: number;
  readonly below: number;
}

/** UIDs that were looked at and are not kept, such as own sends and what is not wanted: a set (uid-set.ts), so that they are not read each week. */
export interface PassedUids extends FolderLocation {
  readonly uids: string;
}

/** A mailbox's audits: the last one, and the one under way. */
export interface Audit {
  readonly last?: AuditReport;
  readonly underWay?: { readonly done: readonly AuditedFolder[]; readonly folder?: FolderUnderWay };
  readonly passed: readonly PassedUids[];
}

/** Where audits stand, and the stored locations that they compare. */
export interface Audits {
  /** Undefined when the mailbox was never audited. */
  find(mailbox: MailboxRef): Promise<Audit | undefined>;
  /** Whether one is due or under way. */
  isDue(mailbox: MailboxRef): Promise<boolean>;
  /** Makes the mailbox's audit due at once; it is begun by its next pull. */
  ask(mailbox: MailboxRef): Promise<void>;
  /** When the next audit is due; throws LeaseLost when another pull has taken over. */
  schedule(lease: SyncLease, at: Date): Promise<void>;
  /** Writes where the audit stands; `tell`: with an event for the mailbox's owner. Throws LeaseLost. */
  save(lease: SyncLease, audit: Audit, tell: boolean): Promise<void>;
  /** The stored UIDs of a folder from one to another, ascending. */
  stored(lease: SyncLease, location: FolderLocation, from: number, to: number): Promise<readonly number[]>;
  /** Notes on stored messages between two UIDs that the server holds them, or not any more; each change is an event. */
  noteOnServer(lease: SyncLease, location: FolderLocation, seen: Seen): Promise<void>;
}

/** What the server holds between two UIDs of what is stored. */
export interface Seen {
  readonly from: number;
  readonly to: number;
  /** Stored UIDs that the server does not name; all others between are there. */
  readonly gone: readonly number[];
}
