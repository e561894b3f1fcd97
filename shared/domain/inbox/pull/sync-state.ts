import type { MailboxRef } from "../../mailboxes/ports.ts";

/** What a folder is for, by its special use (RFC 6154): INBOX, \Junk, \Sent, at Gmail \All, which holds what was sent too, and any other. */
export type FolderRole = "inbox" | "junk" | "sent" | "all" | "other";

/** Folders that are not read: how many, and the first few. */
export interface NotRead {
  readonly count: number;
  readonly some: readonly string[];
}

/** A UID or UIDNEXT as the server states it, a 32-bit number (RFC 9051, 2.3.1.1); 0 for what is none. */
export const asUid = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 0xffffffff ? value : 0;

/** How far a folder has been pulled. Everything up to lastUid was read, or was not wanted; its end is compared again (Window). */
export interface FolderCursor {
  readonly path: string;
  readonly role: FolderRole;
  readonly uidValidity: string;
  readonly lastUid: number;
  /** Mail received before this is not wanted; another date restarts the cursor. */
  readonly since: Date;
  /** The folder's end as it was read: its lowest UID, and what is known from there on (window.ts). */
  readonly window?: { readonly floor: number; readonly known: string };
  /** True once all that is wanted by its date was read: from then on arrival decides. */
  readonly filled?: boolean;
  /** The folder's counters when its end was read: nothing is new while they are the same, until a moment. */
  readonly told?: { readonly uidNext: number; readonly messages: number | undefined; readonly until: Date };
  /** Messages that are stored by their headers alone or, marked, not at all, because the server does not give them. */
  readonly stubs?: readonly HeadersOnly[];
  /** Failures in a row of a folder besides the first, and until when it backs off. */
  readonly failures?: number;
  readonly retryAt?: Date;
  /** True when it is read to keep all of it, though it is Junk or another folder: before, only answers and bounces were kept. */
  readonly whole?: true;
  /** Of INBOX: folders of the mailbox that are not read, though they could hold answers or the user names them. */
  readonly notRead?: NotRead;
  /** How many pulls have begun behind lastUid without getting past it (G19). */
  readonly starts: number;
}

/** Grows when messages are read in another way: what could not be read before is then tried again. */
export const READER_VERSION = 1;
const HEADERS_ONLY_RETRY_MS = 24 * 3_600_000;

/** A message stored by its headers alone: when it was last tried, and by which version of the reader. */
export interface HeadersOnly {
  readonly uid: number;
  readonly triedAt: Date;
  readonly reader: number;
  /** True when not even its headers could be had. */
  readonly missing?: boolean;
}

/** Whether the message is to be tried again: by a newer reader at once, else after a day. */
export const isDue = ({ triedAt, reader }: HeadersOnly, now: Date): boolean =>
  reader < READER_VERSION || now.getTime() - triedAt.getTime() >= HEADERS_ONLY_RETRY_MS;

/** The right to pull a mailbox: one at a time, fenced by the token. */
export interface SyncLease extends MailboxRef {
  readonly token: string;
  readonly cursors: readonly FolderCursor[];
  /** Failed pulls in a row. */
  readonly failures: number;
  /** When the mailbox is to be audited (inbox/audit); absent until that is set. */
  readonly auditAt?: Date;
}

/** Another pull has taken the mailbox over: this one's lease had run out. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/** The server's answers do not agree with each other: what it holds is not known, so nothing moves. The message says which, without the server's words. */
export class ServerDisagrees extends Error {
  override readonly name = "ServerDisagrees";
}

/** The store failed, not the mail server: no reason to blame the mailbox. The cause is the store's error. */
export class StoreFailed extends Error {
  override readonly name = "StoreFailed";
}
