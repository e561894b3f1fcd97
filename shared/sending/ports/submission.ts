import type { ReadAccount, SubmissionAccount } from "#shared/mailboxes/mailbox.ts";
import type { ClaimedDraft } from "./claims.ts";
import type { Waiting } from "./wake-ups.ts";
import type { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { Refusal, RefusedRecipient } from "../recipients.ts";

/** The sent mail whose copy is not filed yet: a durable list, so that any worker can continue it. */
export interface SentCopies {
  /** Takes up to `atMost` copies of a mailbox, those that have waited longest; no other worker gets them for `forMs`. */
  take(mailboxId: string, forMs: number, atMost: number): Promise<readonly ClaimedDraft[]>;
  /** Returns copies that were taken and not filed; another worker can take them at once. */
  putBack(ids: readonly string[]): Promise<void>;
  /** Removes a copy from the list, filed or given up. */
  drop(id: string): Promise<void>;
  /** One send of each mailbox in which a copy has waited between `fromMs` and `toMs`; looks at up to 1,000 copies. */
  waiting(fromMs: number, toMs: number): Promise<readonly Waiting[]>;
}

/** A message as it was sent; its id is the send's. */
export interface SentCopy {
  readonly id: string;
  readonly raw: Buffer;
  readonly sentAt: Date;
}

/** A special folder of a mailbox (RFC 6154). */
export type FolderUse = "sent" | "inbox";

/** The state of a draft: still a draft, sent, or in neither place, where it may be on its way. */
export type DraftState = { readonly kind: "draft" } | { readonly kind: "sent"; readonly messageId?: string } | { readonly kind: "missing" };

/** The mailbox's Sent folder, and its drafts. */
export interface SentFolder {
  /**
   * The state of a draft, by its id, or by the email's Message-ID where sending gives it another id; "missing" when the server keeps no drafts. Throws
   * when the server cannot be reached.
   */
  draft(account: ReadAccount, id: string, messageId: string): Promise<DraftState>;
  /** Removes a draft. Never throws, because a draft that stays has no effect: nothing sends it. Absent for servers that keep no drafts of ours. */
  discard?(account: ReadAccount, id: string): Promise<void>;
  /** Whether the folder holds the Message-ID; undefined when there is no such folder. Throws when the server cannot be reached. */
  contains(account: ReadAccount, messageId: string, use: FolderUse): Promise<boolean | undefined>;
  /** How many messages of the Sent folder have the Message-ID; undefined when there is no such folder. Throws when the server cannot be reached. */
  count(account: ReadAccount, messageId: string): Promise<number | undefined>;
  /**
   * Files copies one after another over one connection, marked as read, and yields each filed one. Without a Sent folder each copy counts as filed; a
   * copy that the server refuses is left out. Calls `lack` with the reason when none can be filed: no folder, or no space. Throws when the server
   * cannot be reached, or a copy takes longer than 30 s.
   */
  append(account: ReadAccount, copies: AsyncIterable<SentCopy>, lack: (reason: string) => void): AsyncIterable<SentCopy>;
}

/** How an SMTP transaction ended, from MAIL FROM on. */
export type Outcome =
  /** Accepted, with the server's reply to the final dot; `messageId`: the Message-ID by which it replaced ours. */
  | { readonly kind: "sent"; readonly reply?: string | undefined; readonly messageId?: string | undefined }
  /**
   * The server refused this message, by its reply, or by its replies to each recipient when it refused them all. `waitMs`: how long it asks not to be
   * contacted, which then delays the whole mailbox.
   */
  | ({ readonly kind: "refused"; readonly recipients?: readonly RefusedReply[] } & Refusal)
  /** The server did not answer, or the connection was lost, before any byte of the body was sent. */
  | { readonly kind: "unreached"; readonly failure: MailFailure }
  /** The lease was lost before the first byte of the body. */
  | { readonly kind: "fenced" }
  /** The intent could not be written, so that no byte of the body was sent. It is not the server's fault. */
  | { readonly kind: "internal"; readonly error: unknown }
  /** The body was sent and no reply came. Or the server answered with `refusal`, but may have sent the mail all the same. */
  | { readonly kind: "unknown"; readonly refusal?: Refusal };

/** A recipient that the server refused, with its reply. */
export interface RefusedReply extends RefusedRecipient {
  readonly code: number;
}

/** A message and its recipients: at least one, each named once. */
export interface OutgoingMessage {
  readonly from: string;
  readonly to: readonly string[];
  /** The recipients in `to` that no header names. */
  readonly hidden?: readonly string[];
  readonly raw: Buffer;
  /** The same message without its files, and the files, for a server that takes large ones separately. */
  readonly apart?: () => { readonly raw: Buffer; readonly files: readonly OutgoingFile[] };
  /** The draft that an earlier attempt left at the server, which is to be sent. */
  readonly draftId?: string | undefined;
  /** True when an earlier attempt may have left a draft whose id was not stored. */
  readonly isRepeated?: boolean;
}

/**
 * The fence before the step after which the server may send; gets the recipients refused so far, and the id of the draft, if the server has one. When
 * it returns false, nothing is sent.
 */
export type Intend = (refused: readonly RefusedReply[], draftId?: string) => Promise<boolean>;

/** A draft at the server that has our tracking header. Its email waits, or its worker died before its intent. */
export interface StrayDraft {
  readonly id: string;
  readonly tracking: string;
  readonly recipients: readonly string[];
}

/** A logged-in connection over which many messages are sent, one after another. */
export interface Submission {
  /** True while another message can be sent. */
  readonly open: boolean;
  /**
   * Submits a message to the recipients that the server accepts. `intend` runs after 354 and before the first byte of the body, or before a complete
   * draft is sent. Never throws.
   */
  submit(message: OutgoingMessage, intend: Intend, replyTimeoutMs: number): Promise<Outcome>;
  /** True when the server offered no login, as a mail exchanger at port 25 does, so that nothing proves that it knows the mailbox. */
  readonly isAnonymous?: boolean;
  /** Our drafts at the server when the connection was opened, if the server keeps drafts. */
  readonly strays?: readonly StrayDraft[];
  /** Removes a draft. Never throws. */
  discard?(draftId: string): Promise<void>;
  close(): void;
}

/** Opens connections. */
export interface Submissions {
  /** Connects, secures and logs in. Throws MailFailure. */
  open(account: SubmissionAccount): Promise<Submission>;
}
