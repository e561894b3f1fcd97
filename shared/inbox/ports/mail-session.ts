import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import type { ReadAccount } from "#shared/mailboxes/mailbox.ts";
import type { WatchedFolder } from "../pull/choose-folders.ts";
import type { FolderRole, NotRead } from "../pull/sync-state.ts";

/** A folder's counters on the server (RFC 9051, 7.3.4). */
export interface FolderStatus {
  readonly path: string;
  readonly role: FolderRole;
  /** "" when the server does not report it. */
  readonly uidValidity: string;
  /** 0 when the server does not report it, which RFC 3501, 6.3.1 allows. */
  readonly uidNext: number;
  /** How many messages it holds; absent when the server does not report it. */
  readonly messages?: number;
  /** False when the server was not asked this time, so that the folder's counters are unknown. */
  readonly isAsked?: boolean;
  /** The server counts the folder's messages otherwise than the session's own directory has them, so that an audit is due. */
  readonly isOdd?: boolean;
  /** On the first folder, when folders were listed: which folders are not read. */
  readonly notRead?: NotRead;
}

/** What the server reports about a message without its content. */
export interface MessageFacts {
  readonly uid: number;
  /** RFC822.SIZE, in octets. */
  readonly size: number;
  /** INTERNALDATE. */
  readonly receivedAt: Date;
  /** Attributes that the server was asked for and did not report, or reported as invalid: their values here mean nothing. */
  readonly unreported?: readonly ("size" | "date" | "flags" | "labels")[];
  readonly seen: boolean;
  /** Sent by the mailbox's owner, as the provider marks it: Gmail's All Mail also holds sent mail. */
  readonly own: boolean;
  /** A draft, not sent yet. */
  readonly draft?: boolean;
  /** `gm:` and X-GM-MSGID, or `eid:` and EMAILID (RFC 8474): the same for all copies of a message. */
  readonly providerId?: string;
  /** `gm:` and X-GM-THRID. */
  readonly providerThreadId?: string;
}

/** A message as the server returned it. */
export interface ReceivedMail {
  readonly facts: MessageFacts;
  readonly parsed: ParsedMessage;
  /** True when only its headers were read. */
  readonly headersOnly?: true;
}

/** A MIME part in its transfer encoding. */
export interface EncodedPart {
  /** Its Content-Transfer-Encoding, "" for none. */
  readonly encoding: string;
  readonly content: Buffer;
  /** False when the part was cut. */
  readonly complete: boolean;
}

/**
 * The messages of the open folder that a SEARCH covers (RFC 9051, 6.4.4): by first and last sequence number; by a range of UIDs, with or without an
 * upper end, filtered by date; or some of these UIDs.
 */
export type Among =
  | { readonly numbers: readonly [number, number] }
  | { readonly above: number; readonly upTo: number; readonly since?: Date; readonly before?: Date }
  | { readonly uids: readonly number[] };

/** Which folders are asked about. */
export interface AskedFolders {
  /** Folders that the user has named: they go first when there are too many. */
  readonly named?: readonly string[];
  /** The known folders to ask about when the server cannot report all of them in one command; absent: all. */
  readonly inTurn?: readonly string[];
}

/** The folder that a session has opened. */
interface OpenFolder {
  /** How many messages the open folder holds, by the server's last EXISTS. */
  count(): number;
  /** The UIDs that a SEARCH finds, ascending; `since` and `before` compare the INTERNALDATE by whole days. */
  search(among: Among): Promise<readonly number[]>;
  /** What the server reports about the messages, ascending; without those that it leaves out. */
  facts(uids: readonly number[]): Promise<readonly MessageFacts[]>;
  /** The messages that the server returns. Small ones come whole, in one command; of large ones the headers, texts and report parts. */
  fetch(messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]>;
  /** A message's headers alone. */
  fetchHeadersOnly(message: MessageFacts): Promise<ReceivedMail | undefined>;
  /** A MIME part in its transfer encoding, or the whole mail for "", cut after `maxBytes`; undefined when the message is gone. */
  part(uid: number, part: string, maxBytes: number): Promise<EncodedPart | undefined>;
}

/**
 * A logged-in IMAP connection that changes nothing on the server. Every call throws when the connection fails. It reports the server's answers
 * without judging them: something missing from an answer may exist all the same.
 */
export interface MailSession extends OpenFolder {
  /**
   * The folders that are read (choose-folders.ts), INBOX first, in one round trip where the server supports it (RFC 5819). A known folder is left out
   * only when two LIST answers lack it; INBOX never is.
   */
  folders(known: readonly WatchedFolder[], asked?: AskedFolders): Promise<readonly FolderStatus[]>;
  /** Opens a folder; undefined when there is none. UIDVALIDITY is "" and UIDNEXT 0 when the server does not report them here. */
  open(path: string): Promise<Pick<FolderStatus, "uidValidity" | "uidNext"> | undefined>;
  /** Where UIDs come from a directory of our own: compares a folder of it with what the server lists, and mends it. */
  mend?(path: string): Promise<void>;
  close(): void;
}

/** Opens IMAP connections. */
export interface MailReader {
  /** Connects, secures and logs in; throws errors that classifyConnectionError understands. Aborting the signal closes the connection. */
  open(account: ReadAccount, signal: AbortSignal): Promise<MailSession>;
}
