import type { MailboxRef } from "#shared/mailboxes/ports.ts";

/** A folder's role by its special use (RFC 6154): INBOX, \Junk, \Sent, Gmail's \All, which also holds sent mail, or any other. */
export type FolderRole = "inbox" | "junk" | "sent" | "all" | "other";

/** Folders that are not read: how many, and the first few. */
export interface NotRead {
  readonly count: number;
  readonly some: readonly string[];
  /** How many of them are there and could hold mail that is wanted. */
  readonly beyond?: number;
  /** The server's words when it refused to list its folders, so that nobody knows what else there is. */
  readonly refusal?: string;
}

/** A UID or UIDNEXT as the server states it, a 32-bit number (RFC 9051, 2.3.1.1); 0 for an invalid value. */
export const asUid = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 0xffffffff ? value : 0;

/** How far a folder has been pulled. Everything up to lastUid was read or was not wanted; the folder's end is compared again (Window). */
export interface FolderCursor {
  readonly path: string;
  readonly role: FolderRole;
  readonly uidValidity: string;
  readonly lastUid: number;
  /** Mail received before this is not wanted; a different date restarts the cursor. */
  readonly since: Date;
  /** The folder's end when it was last read: its lowest UID and the known messages from there on (window.ts). */
  readonly window?: { readonly floor: number; readonly known: string };
  /** True once all mail wanted by its date was read: from then on all new mail is. */
  readonly filled?: boolean;
  /** The folder's counters when its end was read: nothing is new while they stay the same, until a time limit. */
  readonly told?: { readonly uidNext: number; readonly messages: number | undefined; readonly until: Date };
  /** Messages that are stored with their headers only or, when `missing`, not at all, because the server does not return them. */
  readonly stubs?: readonly HeadersOnly[];
  /** Failures in a row of a folder other than the first, and until when it backs off. */
  readonly failures?: number;
  readonly retryAt?: Date;
  /** True when all mail is kept of a folder of which otherwise only answers and bounces would be. */
  readonly whole?: true;
  /** On INBOX: folders of the mailbox that are not read, though the user names them or they could hold answers. */
  readonly notRead?: NotRead;
  /** How many pulls have started from lastUid without getting past it (G19 in shared/README.md). */
  readonly starts: number;
}

/** Increased when the reader changes, so that messages that could not be read before are tried again. */
export const READER_VERSION = 1;
const HEADERS_ONLY_RETRY_MS = 24 * 3_600_000;

/** A message stored with its headers only: when it was last tried, and by which version of the reader. */
export interface HeadersOnly {
  readonly uid: number;
  readonly triedAt: Date;
  readonly reader: number;
  /** True when not even its headers could be read. */
  readonly missing?: boolean;
}

/** Whether to try the message again: at once with a newer reader, else after a day. */
export const isDue = ({ triedAt, reader }: HeadersOnly, now: Date): boolean =>
  reader < READER_VERSION || now.getTime() - triedAt.getTime() >= HEADERS_ONLY_RETRY_MS;

/** The right to pull a mailbox. One pull at a time holds it; the token fences its writes. */
export interface SyncLease extends MailboxRef {
  readonly token: string;
  readonly cursors: readonly FolderCursor[];
  /** Failed pulls in a row. */
  readonly failures: number;
  /** When the mailbox's next audit is due (inbox/audit); absent until that is set. */
  readonly auditAt?: Date;
}

/** Another pull has taken the mailbox over, because this one's lease expired. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * The server's answers contradict each other, so its content is unknown and no cursor moves. The message names the contradiction without the server's
 * text.
 */
export class ServerDisagrees extends Error {
  override readonly name = "ServerDisagrees";
}

/** The store failed, not the mail server, so the mailbox is not to blame. The cause is the store's error. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}
