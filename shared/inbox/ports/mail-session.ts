import type { ParsedMessage } from "#shared/mail/parsed-message.ts";
import type { ReadAccount } from "#shared/mailboxes/mailbox.ts";
import type { WatchedFolder } from "../pull/choose-folders.ts";
import type { FolderRole, NotRead } from "../pull/sync-state.ts";
import type { MailChanges } from "./messages.ts";

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
  /** A number that grows with each change of a flag, as text; absent where the server has none, and unless it was asked for. */
  readonly modseq?: string;
  /** False when the server was not asked about this folder this time, so that its counters are unknown. */
  readonly isAsked?: boolean;
  /** True when the server counts the folder's messages otherwise than our directory, so that an audit is due. */
  readonly isOdd?: boolean;
  /** Which folders are not read; only on the first folder, when folders were listed. */
  readonly notRead?: NotRead;
}

/** The facts about a message besides its content, as the server reports them. */
export interface MessageFacts {
  readonly uid: number;
  /** RFC822.SIZE, in octets. */
  readonly size: number;
  /** INTERNALDATE. */
  readonly receivedAt: Date;
  /** The requested attributes that the server did not report, or reported as invalid; their values here mean nothing. */
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
  /** The charset that its Content-Type names; absent where it names none, or where the provider does not tell. */
  readonly charset?: string | undefined;
  readonly content: Buffer;
  /** False when the part was cut off. */
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

/** Which folders to ask about. */
export interface AskedFolders {
  /** Folders that the user has named; when there are too many, they come first. */
  readonly named?: readonly string[];
  /** From when on mail is wanted; older mail need not be known. */
  readonly since?: Date;
  /** The known folders to ask about when the server cannot report all of them in one command; absent: all. */
  readonly inTurn?: readonly string[];
  /** Whether to ask for `modseq`, in the same commands. */
  readonly withModseq?: boolean;
}

/** The folder that a session has opened. */
interface OpenFolder {
  /** How many messages the open folder holds, by the server's last EXISTS. */
  count(): number;
  /** The UIDs that a SEARCH finds, ascending; `since` and `before` compare the INTERNALDATE by whole days. */
  search(among: Among): Promise<readonly number[]>;
  /** The server's facts about messages, by ascending UID; messages that it leaves out are missing. */
  facts(uids: readonly number[]): Promise<readonly MessageFacts[]>;
  /** The messages that the server returns. Small ones come whole, in one command; of large ones only the headers, texts and report parts. */
  fetch(messages: readonly MessageFacts[]): Promise<readonly ReceivedMail[]>;
  /** A message's headers alone. */
  fetchHeadersOnly(message: MessageFacts): Promise<ReceivedMail | undefined>;
  /** A MIME part in its transfer encoding, or the whole mail for "", cut after `maxBytes`; undefined when the message is gone. */
  part(uid: number, part: string, maxBytes: number): Promise<EncodedPart | undefined>;
}

/**
 * A logged-in IMAP connection that changes nothing on the server, except by `changes`. Every call throws when the connection fails. It returns the
 * server's answers unchecked: a message that is missing from an answer may still exist.
 */
export interface MailSession extends OpenFolder {
  /**
   * The folders that are read (choose-folders.ts), INBOX first, in one round trip where the server supports it (RFC 5819). A known folder is left out
   * only when two LIST answers lack it; INBOX never is.
   */
  folders(known: readonly WatchedFolder[], asked?: AskedFolders): Promise<readonly FolderStatus[]>;
  /** Opens a folder; undefined when there is none. UIDVALIDITY is "" and UIDNEXT 0 when the server does not report them here. */
  open(path: string): Promise<Pick<FolderStatus, "uidValidity" | "uidNext"> | undefined>;
  /**
   * For UIDs from our own directory: compares a folder of it with the server's lists, and corrects it. Returns how many more messages the server counts
   * than its lists have.
   */
  repair?(path: string): Promise<{ readonly unlisted: number }>;
  /** What changes mail at the server; absent where that is not possible. */
  readonly changes?: MailChanges;
  close(): void;
}

/** Opens IMAP connections. */
export interface MailReader {
  /**
   * Connects, secures the connection and logs in; throws errors that classifyConnectionError understands. Aborting the signal closes the connection.
   */
  open(account: ReadAccount, signal: AbortSignal): Promise<MailSession>;
}
