import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { FolderCursor } from "../pull/sync-state.ts";

/** A mailbox that scheduled sync looks after. */
export interface SyncTarget {
  readonly id: string;
  /** Its IMAP server, by which groups are mixed. */
  readonly server: string;
  /** When it was last known to hold nothing new; absent before the first pull. */
  readonly polledAt?: Date;
  /** Its own interval, in minutes. */
  readonly intervalMinutes?: number;
  /** Since when its polls are expected to succeed; absent while they fail. */
  readonly healthySince?: Date;
}

/** The mailboxes that scheduled sync has to look after. */
export interface SyncTargets {
  /** Up to `limit` mailboxes with sync on that are not disconnected, behind the id `after`. */
  page(after: string | undefined, limit: number): Promise<{ readonly targets: readonly SyncTarget[]; readonly last: string | undefined }>;
  /** Those of them that neither back off after failures, nor being pulled, nor queued already; these count as queued now. */
  claim(ids: readonly string[]): Promise<readonly string[]>;
}

/** A mailbox and how far it was pulled. */
export interface PolledMailbox {
  readonly mailbox: Mailbox;
  readonly cursors: readonly FolderCursor[];
  /** Failed pulls in a row. */
  readonly failures: number;
  /** When it is to be audited. */
  readonly auditAt?: Date | undefined;
}

/** Many mailboxes' polls at once, without leases. */
export interface Polls {
  /** Those of them that scheduled sync still looks after. */
  read(ids: readonly string[]): Promise<readonly PolledMailbox[]>;
  /** Nothing was new in them at that time: they are due again an interval later. */
  quiet(ids: readonly string[], at: Date): Promise<void>;
}

/** Mailboxes that are asked together, so many seconds from now. */
export interface ProbeGroup {
  readonly mailboxIds: readonly string[];
  readonly delaySeconds: number;
}

/** The queue of mailboxes to ask whether a folder changed. */
export interface ProbeQueue {
  add(groups: readonly ProbeGroup[]): Promise<void>;
}

/** The queue of mailboxes to pull. */
export interface SyncQueue {
  add(mailboxes: readonly Pick<Mailbox, "id" | "userId">[]): Promise<void>;
}
