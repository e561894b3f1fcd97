import type { ImapAccount, Mailbox } from "../mailboxes/mailbox.ts";
import type { MailboxRef } from "../mailboxes/ports.ts";
import type { Page } from "../ports.ts";
import type { InboundKind } from "../mail/read/classify.ts";
import type { PreparedMail } from "./store/prepared-mail.ts";
import type { FolderLocation } from "./audit/audit.ts";
import type { Message, MessageBody, MessageLocation } from "./message.ts";
import type { ParsedMessage } from "../mail/parsed-message.ts";
import type { WatchedFolder } from "./pull/choose-folders.ts";
import type { FolderCursor, FolderRole, NotRead, SyncLease } from "./pull/sync-state.ts";

/** What GET /v1/inbox/messages filters by (specification, query parameters). */
export interface MessageFilter {
  readonly mailboxId?: string | undefined;
  readonly threadId?: string | undefined;
  readonly emailJobId?: string | undefined;
  readonly kind?: InboundKind | undefined;
  readonly unread?: boolean | undefined;
  readonly since?: Date | undefined;
}

/** The inbound messages of an account. */
export interface Messages {
  find(userId: string, id: string): Promise<Message | undefined>;
  /** Newest first, the id as tie-break. */
  list(userId: string, filter: MessageFilter, page: Page): Promise<readonly Message[]>;
  /** The newest `limit` of a thread, received no later than `until`; oldest first. */
  ofThread(userId: string, threadId: string, limit: number, until?: Date): Promise<readonly Message[]>;
  /** The bodies of the messages among `ids` that exist, by message id. */
  bodies(userId: string, ids: readonly string[]): Promise<ReadonlyMap<string, MessageBody>>;
  /** Undefined when the account has no such message; the thread's counter follows in the same transaction. */
  setRead(userId: string, id: string, isRead: boolean): Promise<Message | undefined>;
}

/** What the ids of conversations resolve to: one that was merged into another keeps resolving. */
export interface ThreadIds {
  find(userId: string, id: string): Promise<{ readonly id: string } | undefined>;
}

/** How a folder stands on the server (RFC 9051, 7.3.4). */
export interface FolderStatus {
  readonly path: string;
  readonly role: FolderRole;
  /** "" when the server does not tell. */
  readonly uidValidity: string;
  /** 0 when the server does not tell, as it may (RFC 3501, 6.3.1). */
  readonly uidNext: number;
  /** How many messages it holds; absent when the server does not tell. */
  readonly messages?: number;
  /** False when the server was not asked this time: what it tells of the folder is not known. */
  readonly isAsked?: boolean;
  /** Of the first folder, when the folders were listed: which others are not read. */
  readonly notRead?: NotRead;
}

/** What the server tells about a message without its content. */
export interface MessageFacts {
  readonly uid: number;
  /** RFC822.SIZE, in octets. */
  readonly size: number;
  /** INTERNALDATE. */
  readonly receivedAt: Date;
  /** What the server was asked and did not tell, or told as nonsense: the value above then says nothing. */
  readonly untold?: readonly ("size" | "date" | "flags" | "labels")[];
  readonly seen: boolean;
  /** A mail that its owner sent, as the provider says: Gmail's All Mail holds sent mail too. */
  readonly own: boolean;
  /** A mail that is not sent yet. */
  readonly draft?: boolean;
  /** `gm:` and X-GM-MSGID, or `eid:` and EMAILID (RFC 8474): one per message, whatever folders it lies in. */
  readonly providerId?: string;
  /** `gm:` and X-GM-THRID. */
  readonly providerThreadId?: string;
}

/** A message as it came from the server. */
export interface ReceivedMail {
  readonly facts: MessageFacts;
  readonly parsed: ParsedMessage;
  /** True when only its headers were read. */
  readonly headersOnly?: true;
}

/** A MIME part as the message holds it. */
export interface EncodedPart {
  /** Its Content-Transfer-Encoding, "" for none. */
  readonly encoding: string;
  readonly content: Buffer;
  /** False when there is more of it. */
  readonly complete: boolean;
}

/** Which messages of the open folder SEARCH names (RFC 9051, 6.4.4): by number, first and last; by UID above one, up to another or without end, of those that the date tells; or among these UIDs. */
export type Among =
  | { readonly numbers: readonly [number, number] }
  | { readonly above: number; readonly upTo: number; readonly since?: Date; readonly before?: Date }
  | { readonly uids: readonly number[] };

/** What is asked of a mailbox's folders. */
export interface AskedFolders {
  /** Folders that the user has named: they come first where there are too many. */
  readonly named?: readonly string[];
  /** Ask about these alone of what is known where the server cannot tell all in one command; absent: about all. */
  readonly inTurn?: readonly string[];
}

/**
 * A logged-in IMAP connection that changes nothing on the server. Every call throws when the connection fails. It tells what the server
 * answered and judges nothing: what is missing from an answer may be there all the same.
 */
export interface MailSession {
  /**
   * The folders that are read (choose-folders.ts), INBOX first, in one round trip where the server can (RFC 5819). One that is known is left
   * out only when LIST does not name it twice; INBOX never is.
   */
  folders(known: readonly WatchedFolder[], asked?: AskedFolders): Promise<readonly FolderStatus[]>;
  /** Undefined when there is no such folder; UIDVALIDITY is "" and UIDNEXT 0 when the server does not tell them here. */
  open(path: string): Promise<Pick<FolderStatus, "uidValidity" | "uidNext"> | undefined>;
  /** How many messages the open folder holds, as the server said last (EXISTS). */
  count(): number;
  /** The UIDs that a SEARCH names, ascending; of those with an INTERNALDATE on or after the day of `since`, or days before that of `before`. */
  search(among: Among): Promise<readonly number[]>;
  /** What the server tells about the messages, ascending; nothing of those that it passes over. */
  facts(uids: readonly number[]): Promise<readonly MessageFacts[]>;
  /** The messages that it gives. Small ones come whole, in one command; large ones as headers, text and report parts. */
  fetch(messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]>;
  /** The message by its headers alone. */
  fetchHeadersOnly(message: MessageFacts): Promise<ReceivedMail | undefined>;
  /** A MIME part in its transfer encoding, its first `maxBytes`; undefined when the message is gone. */
  part(uid: number, part: string, maxBytes: number): Promise<EncodedPart | undefined>;
  close(): void;
}

/** Opens IMAP connections. */
export interface MailReader {
  /** Connects, secures and logs in; throws what classifyConnectionError reads. Aborting the signal closes the connection. */
  open(account: ImapAccount, signal: AbortSignal): Promise<MailSession>;
}

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

/** At most so many `fresh` requests of an account at a time (S20). */
export interface FreshSlots {
  /** Undefined when all are taken; a slot frees itself after `forMs`. */
  take(userId: string, slots: number, forMs: number): Promise<{ free(): Promise<void> } | undefined>;
}

/** Erases the mail of mailboxes for good, in bounded steps. */
export interface Purges {
  /** Begins it for a mailbox that its user has deleted. */
  begin(userId: string, id: string): Promise<void>;
  /** Takes the next step, of that mailbox or of any; false when nothing is left to erase. */
  step(id?: string): Promise<boolean>;
}
