import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { FolderCursor } from "../pull/sync-state.ts";

/** A mailbox that is polled on a schedule. */
export interface SyncTarget {
  readonly id: string;
  readonly userId: string;
  /** Its IMAP server; a group of polls mixes mailboxes of different servers. */
  readonly server: string;
  /** The last time it was known to have no new mail; absent before the first pull. */
  readonly polledAt?: Date;
  /** Its poll interval, minutes; absent for the default. */
  readonly intervalMinutes?: number;
  /** Since when its polls have been expected to succeed; absent while they fail. */
  readonly healthySince?: Date;
}

/** The mailboxes that are polled on a schedule. */
export interface SyncTargets {
  /** Up to `limit` mailboxes with ids after `after` that are synced and not disconnected. */
  page(after: string | undefined, limit: number): Promise<{ readonly targets: readonly SyncTarget[]; readonly last: string | undefined }>;
  /**
   * Marks mailboxes as queued and returns those that it marked; it leaves out those that back off after failures, are being pulled, or are queued.
   */
  claim(ids: readonly string[]): Promise<readonly string[]>;
}

/** A mailbox and the state of its sync. */
export interface PolledMailbox {
  readonly mailbox: Mailbox;
  readonly cursors: readonly FolderCursor[];
  /** Failed pulls in a row. */
  readonly failures: number;
  /** When its next audit is due. */
  readonly auditAt?: Date | undefined;
}

/** Reads and writes the polls of many mailboxes at once, without leases. */
export interface Polls {
  /** The mailboxes among these that are still polled on a schedule. */
  read(ids: readonly string[]): Promise<readonly PolledMailbox[]>;
  /** Records that these mailboxes had no new mail at that time; they are due again an interval later. */
  quiet(ids: readonly string[], at: Date): Promise<void>;
}

/** Mailboxes that are polled together, after a delay. */
export interface ProbeGroup {
  readonly mailboxIds: readonly string[];
  /** The account, when the group has only its mailboxes because it has many. */
  readonly userId?: string | undefined;
  readonly delaySeconds: number;
}

/** The queue of mailboxes to poll for changed folders. */
export interface ProbeQueue {
  add(groups: readonly ProbeGroup[]): Promise<void>;
}

/** The queue of mailboxes to pull. */
export interface SyncQueue {
  add(mailboxes: readonly Pick<Mailbox, "id" | "userId">[]): Promise<void>;
}
