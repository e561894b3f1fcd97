import type { ParsedMessage } from "../../mail/parsed-message.ts";
import type { ImapAccount } from "../../mailboxes/mailbox.ts";
import type { WatchedFolder } from "../pull/choose-folders.ts";
import type { FolderRole, NotRead } from "../pull/sync-state.ts";

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
  readonly unreported?: readonly ("size" | "date" | "flags" | "labels")[];
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

/** The folder that a session has open. */
interface OpenFolder {
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
}

/**
 * A logged-in IMAP connection that changes nothing on the server. Every call throws when the connection fails. It tells what the server
 * answered and judges nothing: what is missing from an answer may be there all the same.
 */
export interface MailSession extends OpenFolder {
  /**
   * The folders that are read (choose-folders.ts), INBOX first, in one round trip where the server can (RFC 5819). One that is known is left
   * out only when LIST does not name it twice; INBOX never is.
   */
  folders(known: readonly WatchedFolder[], asked?: AskedFolders): Promise<readonly FolderStatus[]>;
  /** Undefined when there is no such folder; UIDVALIDITY is "" and UIDNEXT 0 when the server does not tell them here. */
  open(path: string): Promise<Pick<FolderStatus, "uidValidity" | "uidNext"> | undefined>;
  close(): void;
}

/** Opens IMAP connections. */
export interface MailReader {
  /** Connects, secures and logs in; throws what classifyConnectionError reads. Aborting the signal closes the connection. */
  open(account: ImapAccount, signal: AbortSignal): Promise<MailSession>;
}
