import type { MailFailure } from "#shared/mailboxes/connection/mail-failure.ts";
import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { SubmissionAccount } from "#shared/mailboxes/mailbox.ts";
import type { Refusal, RefusedRecipient } from "../recipients.ts";

/** How an SMTP transaction ended, from MAIL FROM on. */
export type Outcome =
  /** Accepted, with the server's reply to the final dot; `messageId`: the Message-ID by which it replaced ours. */
  | { readonly kind: "sent"; readonly reply?: string | undefined; readonly messageId?: string | undefined }
  /**
   * The server refused this message: its reply decides, or its replies to each recipient when it refused them all. `waitMs`: how long it asks to be
   * left alone, which is a matter of the mailbox's pace.
   */
  | ({ readonly kind: "refused"; readonly recipients?: readonly RefusedReply[] } & Refusal)
  /** The server did not answer, or the connection was lost, before any body byte left. */
  | { readonly kind: "unreached"; readonly failure: MailFailure }
  /** The lease was lost before the first body byte. */
  | { readonly kind: "fenced" }
  /** The intent could not be written: no body byte left, and the server is not to blame. */
  | { readonly kind: "internal"; readonly error: unknown }
  /** The body was sent and no reply came; or the server answered with `refusal` to what it may have done all the same. */
  | { readonly kind: "unknown"; readonly refusal?: Refusal };

/** A recipient that the server refused, with its reply. */
export interface RefusedReply extends RefusedRecipient {
  readonly code: number;
}

/** A message and its recipients: at least one, each named once. */
export interface OutgoingMessage {
  readonly from: string;
  readonly to: readonly string[];
  /** Those of `to` that no header names. */
  readonly hidden?: readonly string[];
  readonly raw: Buffer;
  /** The same message without its files, and these, for a server that takes large ones piece by piece. */
  readonly apart?: () => { readonly raw: Buffer; readonly files: readonly OutgoingFile[] };
  /** The draft that an earlier attempt left at the server; it is the one to send. */
  readonly draftId?: string | undefined;
  /** True when an earlier attempt may have left a draft that nobody knows. */
  readonly isRepeated?: boolean;
}

/**
 * The fence before the step after which the server may send, with the recipients refused so far and the draft's id where the server holds one. When
 * it returns false, nothing is sent.
 */
export type Intend = (refused: readonly RefusedReply[], draftId?: string) => Promise<boolean>;

/** A draft at the server that has our tracking header: of an email that waits, or left by a worker that died before its intent. */
export interface StrayDraft {
  readonly id: string;
  readonly tracking: string;
  readonly recipients: readonly string[];
}

/** A logged-in connection that carries many messages, one after the other. */
export interface Submission {
  /** True while another message may be sent. */
  readonly open: boolean;
  /**
   * Sends a message to the recipients that the server accepts. `intend` runs after 354 and before the first body byte, or before a complete draft is
   * sent. Never throws.
   */
  submit(message: OutgoingMessage, intend: Intend, replyTimeoutMs: number): Promise<Outcome>;
  /** True where the server offered no login, as a mail exchanger at port 25 does: nothing proves that it knows the mailbox. */
  readonly isAnonymous?: boolean;
  /** The drafts of ours that were there when it was opened, where the server keeps drafts. */
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
