import type { MailboxRef } from "#shared/mailboxes/ports.ts";

/** A folder's role by its special use (RFC 6154): INBOX, \Junk, \Sent, Gmail's \All, which also holds sent mail, or any other. */
export type FolderRole = "inbox" | "junk" | "sent" | "all" | "other";

/** Folders that are not read: how many, and the first few. */
export interface NotRead {
  readonly count: number;
  readonly some: readonly string[];
  /** How many of them exist and may hold wanted mail. */
  readonly beyond?: number;
  /** Which of those can be opened, up to `MOST_BESIDE`: audits visit them. */
  readonly paths?: readonly string[];
  /** The server's words when it refused to list its folders, so that others may exist. */
  readonly refusal?: string;
}

/** A UID or UIDNEXT as the server states it, a 32-bit number (RFC 9051, 2.3.1.1); 0 for an invalid value. */
export const asUid = (value: unknown): number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value <= 0xffffffff ? value : 0;

/**
 * How far a folder has been pulled. Every message up to `lastUid` was read or was not wanted; the end of the folder is compared again at each pull
 * (Window).
 */
export interface FolderCursor {
  readonly path: string;
  readonly role: FolderRole;
  readonly uidValidity: string;
  readonly lastUid: number;
  /** Mail received before this is not wanted; another date restarts the cursor. */
  readonly since: Date;
  /** The folder's end when it was last read: its lowest UID and the known messages from there on (window.ts). */
  readonly window?: { readonly floor: number; readonly known: string };
  /** True once all mail received since that date was read; from then on all new mail is wanted. */
  readonly filled?: boolean;
  /** The folder's counters when its end was last read. While they stay the same, nothing is new, at most until `until`. */
  readonly told?: { readonly uidNext: number; readonly messages: number | undefined; readonly until: Date };
  /** Messages that are stored with their headers only or, when `missing`, not at all, because the server does not return them. */
  readonly stubs?: readonly HeadersOnly[];
  /** Of a mailbox whose changes come from its server: when the folder's flags were last read, and its `modseq` then. */
  readonly flags?: { readonly at: Date; readonly modseq?: string };
  /** How many times in a row a folder other than the first failed; `retryAt`: until when it is not tried. */
  readonly failures?: number;
  readonly retryAt?: Date;
  /** True when all mail of the folder is kept, although its role would keep only answers and bounces. */
  readonly whole?: true;
  /** On INBOX: folders that are not read, though the user named them or they may hold answers. */
  readonly notRead?: NotRead;
  /** Of a folder that only an audit visits, for as long as it does: never stored. */
  readonly beside?: true;
  /** How many pulls in a row have started at `lastUid` without getting past it (G19 in shared/README.md). */
  readonly starts: number;
}

/** The version of the reader; a higher one tries messages again that could not be read before. */
export const READER_VERSION = 1;
const HEADERS_ONLY_RETRY_MS = 24 * 3_600_000;

/** A message stored with its headers only: when it was last tried, and with which version of the reader. */
export interface HeadersOnly {
  readonly uid: number;
  readonly triedAt: Date;
  readonly reader: number;
  /** True when not even its headers could be read. */
  readonly missing?: boolean;
}

/** Whether the message is due to be tried again: at once with a newer reader, else after a day. */
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

/** Another pull has taken the mailbox over, because this pull's lease expired. */
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
