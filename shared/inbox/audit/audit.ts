import type { Message } from "../message.ts";
import type { MailboxRef, Mailboxes } from "#shared/mailboxes/ports.ts";
import type { SyncLease } from "../pull/sync-state.ts";
import { conflict, notFound } from "#shared/platform/errors.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { SyncQueue } from "../ports/polls.ts";

/** A folder under one UIDVALIDITY, the scope in which UIDs are unique (RFC 9051, 2.3.1.1). */
export interface FolderLocation {
  readonly path: string;
  readonly uidValidity: string;
}

/**
 * Why a message on the server is deliberately not stored at its location: it was received before `inbox_sync_from`; it is a draft; it is the copy of
 * an email that this service sent; it is another copy of a stored message; or its folder is one of which only answers to sends and reports on them
 * are kept, and it is neither.
 */
export const whyKeptOut = ["before_sync_from", "draft", "own_send", "copy", "not_an_answer"] as const;
/** A reason for not keeping a message. */
export type WhyKeptOut = (typeof whyKeptOut)[number];

/** How many messages are not kept, for one reason. */
export interface KeptOut {
  readonly reason: WhyKeptOut;
  readonly count: number;
}

/** The result of comparing a folder with the store. */
export interface AuditedFolder extends FolderLocation {
  /** How many messages the server holds, and how many of them are stored. */
  readonly onServer: number;
  readonly stored: number;
  /** How many messages the store lacked; how many of those are stored now; how many the server did not return. */
  readonly missing: number;
  readonly healed: number;
  readonly unreadable: number;
  /** The messages that are deliberately not stored; absent in audits of older versions. */
  readonly notKept?: readonly KeptOut[];
  /** How many more messages the provider counts than any of its lists has; absent where it does not count, or as many. */
  readonly unlisted?: number;
  /** A hash of the UIDs that the server lists; it changes whenever the list does. */
  readonly digest: string;
  /** True when a folder other than the first could not be read, so that its content is unknown. */
  readonly failed?: boolean;
}

/** Whether every message of the folder is stored, or deliberately not kept, and none is counted that no list has. */
export const isComplete = ({ onServer, stored, unreadable, notKept = [], unlisted = 0, failed = false }: AuditedFolder): boolean =>
  !failed && unreadable === 0 && unlisted === 0 && onServer === stored + notKept.reduce((sum, { count }) => sum + count, 0);

/** The result of a finished audit. */
export interface AuditReport {
  readonly checkedAt: Date;
  /** The audit ignores mail received before this time. */
  readonly since: Date;
  readonly folders: readonly AuditedFolder[];
  /** How many folders were not compared because the mailbox has more than the maximum; absent in audits of older versions. */
  readonly foldersNotRead?: number;
  /** True when every message that the server holds is stored, or counted with the reason why it is not kept. */
  readonly complete: boolean;
}

/** The state of a folder's comparison, which goes from its last message down. */
export interface FolderUnderWay extends AuditedFolder {
  /** The sequence number of the next message to compare, and the lowest UID compared so far. */
  readonly left: number;
  readonly below: number;
}

/** UIDs of messages that were read and not kept, so that they are not read again every week; a set (uid-set.ts). */
export interface PassedUids extends FolderLocation {
  readonly uids: string;
  /** The reason; absent in sets of a version without reasons, whose messages are read once more. */
  readonly reason?: WhyKeptOut;
}

/** A mailbox's audits: the last one, and the one in progress. */
export interface Audit {
  readonly last?: AuditReport;
  readonly underWay?: { readonly done: readonly AuditedFolder[]; readonly folder?: FolderUnderWay };
  readonly passed: readonly PassedUids[];
}

/** The states of audits, and the stored locations that they compare. */
export interface Audits {
  /** The mailbox's audits; undefined when it was never audited. */
  find(mailbox: MailboxRef): Promise<Audit | undefined>;
  /** Whether an audit is due or in progress. */
  isDue(mailbox: MailboxRef): Promise<boolean>;
  /** Makes the mailbox's audit due now; its next pull starts it. */
  ask(mailbox: MailboxRef): Promise<void>;
  /** Sets when the next audit is due; throws LeaseLost when another pull has taken over. */
  schedule(lease: SyncLease, at: Date): Promise<void>;
  /** Writes the audit's state; with `tell`, also an event for the mailbox's owner. Throws LeaseLost. */
  save(lease: SyncLease, audit: Audit, tell: boolean): Promise<void>;
  /** The stored messages of a folder in the given range of UIDs, ascending. */
  stored(lease: SyncLease, location: FolderLocation, from: number, to: number): Promise<readonly StoredIdentity[]>;
  /** Every folder and UIDVALIDITY that the mailbox's stored messages have. */
  locations(lease: SyncLease): Promise<readonly FolderLocation[]>;
  /**
   * Marks as removed from the server the stored messages without a location, because other messages have their UIDs. Each records an event; returns
   * their ids.
   */
  markReplaced(lease: SyncLease): Promise<readonly string[]>;
  /** Marks which stored messages of a UID range the server still has. Those that it no longer has record an event; returns their ids. */
  noteOnServer(lease: SyncLease, location: FolderLocation, seen: Seen): Promise<readonly string[]>;
}

/** The fields by which a stored message is compared with the server's message under the same UID. */
export type StoredIdentity = Pick<Message, "id" | "uid" | "receivedAt" | "size" | "messageId">;

/** Which stored messages of a UID range the server still has. */
export interface Seen {
  readonly from: number;
  readonly to: number;
  /** Stored UIDs that the server does not list; it has all others of the range. */
  readonly gone: readonly number[];
}

/** The dependencies of reading a mailbox's audit. */
export interface FindAuditPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly audits: Pick<Audits, "find" | "isDue">;
}

/** The dependencies of requesting an audit. */
export interface AskAuditPorts extends FindAuditPorts {
  readonly audits: Pick<Audits, "find" | "isDue" | "ask">;
  readonly syncQueue: SyncQueue;
}

/** A mailbox's last audit, and whether one is due or in progress. */
export interface ShownAudit {
  readonly mailboxId: string;
  readonly running: boolean;
  readonly last?: AuditReport;
}

/** GET /v1/mailboxes/{id}/audit; throws `notFound`. */
export const findAudit = async (ports: FindAuditPorts, userId: string, id: string): Promise<ShownAudit> =>
  shown(ports, await mailboxOf(ports, userId, id));

/**
 * POST /v1/mailboxes/{id}/audit: queues a pull of the mailbox, which starts the audit. Throws `notFound`, and `conflict` when the mailbox's inbox is
 * not synced.
 */
export const askAudit = async (ports: AskAuditPorts, userId: string, id: string): Promise<ShownAudit> => {
  const mailbox = await mailboxOf(ports, userId, id);
  if (!mailbox.inboxSyncEnabled || mailbox.status === "disconnected")
    throw conflict("This mailbox's inbox is not read", "its inbox sync is off, or it is disconnected: there is nothing to compare");
  await ports.audits.ask(mailbox);
  await ports.syncQueue.add([mailbox]);
  return shown(ports, mailbox);
};

const mailboxOf = async ({ mailboxes }: FindAuditPorts, userId: string, id: string): Promise<Mailbox> => {
  const mailbox = await mailboxes.find(userId, id);
  if (!mailbox) throw notFound("Mailbox");
  return mailbox;
};

const shown = async ({ audits }: FindAuditPorts, mailbox: Mailbox): Promise<ShownAudit> => {
  const last = (await audits.find(mailbox))?.last;
  return { mailboxId: mailbox.id, running: await audits.isDue(mailbox), ...(last && { last }) };
};
