import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { FolderCursor } from "../pull/sync-state.ts";
import type { Polling } from "../pull/polling.ts";

/** A mailbox that is polled on a schedule. */
export interface SyncTarget extends Polling {
  readonly id: string;
  readonly userId: string;
  /** Its IMAP server; a group of polls mixes mailboxes of different servers. */
  readonly server: string;
  /** The last time it was known to have no new mail; absent before the first pull. */
  readonly polledAt?: Date;
  /** Since when its polls have been expected to succeed; absent while they fail. */
  readonly healthySince?: Date;
}

/** A page of mailboxes; `last` is absent on the last page. */
export interface TargetPage {
  readonly targets: readonly SyncTarget[];
  readonly last: string | undefined;
}

/** Reads the mailboxes that are polled on a schedule. */
export interface SyncTargets {
  /** Up to `limit` mailboxes of a shard, or of all, with ids after `after` that are synced and not disconnected. */
  page(shard: number | undefined, after: string | undefined, limit: number): Promise<TargetPage>;
  /** The ids of those among them that do not back off after failures, are not being pulled, and do not wait in the queue since their last poll. */
  free(targets: readonly SyncTarget[], nowMs: number): Promise<readonly string[]>;
  /**
   * Marks mailboxes as queued `agoMs` ago. It comes after they are in the queue: a call that ends in between leaves some to be queued twice, and none to
   * be forgotten.
   */
  queued(ids: readonly string[], agoMs: number): Promise<void>;
}

/** A mailbox and the state of its sync. */
export interface PolledMailbox {
  readonly mailbox: Mailbox;
  readonly cursors: readonly FolderCursor[];
  /** Failed pulls in a row. */
  readonly failures: number;
  /** When its next audit is due. */
  readonly auditAt?: Date | undefined;
  /** Whether its server is to be told of changes, now or when they are tried again. */
  readonly hasChanges?: boolean;
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
  /** Queues them, to be pulled in some seconds; at once when absent. */
  add(mailboxes: readonly Pick<Mailbox, "id" | "userId">[], delaySeconds?: number): Promise<void>;
}
