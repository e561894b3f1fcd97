import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { FolderCursor } from "../pull/sync-state.ts";

/** A mailbox that scheduled sync polls. */
export interface SyncTarget {
  readonly id: string;
  readonly userId: string;
  /** Its IMAP server; groups mix mailboxes of different servers. */
  readonly server: string;
  /** When it last was known to have nothing new; absent before the first pull. */
  readonly polledAt?: Date;
  /** Its poll interval, minutes; absent for the default. */
  readonly intervalMinutes?: number;
  /** Since when its polls should succeed; absent while they fail. */
  readonly healthySince?: Date;
}

/** The mailboxes that scheduled sync polls. */
export interface SyncTargets {
  /** Up to `limit` mailboxes with sync on that are not disconnected, after the id `after`. */
  page(after: string | undefined, limit: number): Promise<{ readonly targets: readonly SyncTarget[]; readonly last: string | undefined }>;
  /** Those that neither back off after failures, nor are being pulled, nor are queued; marks them as queued. */
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

/** Many mailboxes' polls at once, without leases. */
export interface Polls {
  /** Those of them that scheduled sync still polls. */
  read(ids: readonly string[]): Promise<readonly PolledMailbox[]>;
  /** Records that they had nothing new at that time: they are due again an interval later. */
  quiet(ids: readonly string[], at: Date): Promise<void>;
}

/** Mailboxes that are polled together, after a delay in seconds. */
export interface ProbeGroup {
  readonly mailboxIds: readonly string[];
  /** The account whose mailboxes alone these are, where it has many. */
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
