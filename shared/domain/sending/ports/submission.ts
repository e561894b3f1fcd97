import type { MailFailure } from "../../mailboxes/connection/mail-failure.ts";
import type { SmtpAccount } from "../../mailboxes/mailbox.ts";
import type { RefusedRecipient } from "../recipients.ts";

/** How an SMTP transaction ended, from MAIL FROM on. */
export type Outcome =
  /** Accepted, with the server's reply to the final dot. */
  | { readonly kind: "sent"; readonly reply?: string | undefined }
  /** The server refused this message: its reply decides, or its replies to each recipient when it refused them all. */
  | { readonly kind: "refused"; readonly code: number; readonly reply: string; readonly recipients?: readonly RefusedReply[] }
  /** The server did not answer, or the connection was lost, before any body byte left. */
  | { readonly kind: "unreached"; readonly failure: MailFailure }
  /** The lease was lost before the first body byte. */
  | { readonly kind: "fenced" }
  /** The intent could not be written: no body byte left, and the server is not to blame. */
  | { readonly kind: "internal"; readonly error: unknown }
  /** The body was sent and no reply came. */
  | { readonly kind: "unknown" };

/** A recipient that the server refused, with its reply. */
export interface RefusedReply extends RefusedRecipient {
  readonly code: number;
}

/** A message and its recipients: at least one, each named once. */
export interface OutgoingMessage {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: Buffer;
}

/** A logged-in SMTP connection that carries many messages, one after the other. */
export interface Submission {
  /** True while another message may be sent. */
  readonly open: boolean;
  /**
   * Sends a message to the recipients that the server accepts. `intend` runs after 354 and before the first body byte, with the refused recipients;
   * when it returns false, nothing is sent. Never throws.
   */
  submit(
    message: OutgoingMessage,
    intend: (refused: readonly RefusedReply[]) => Promise<boolean>,
    replyTimeoutMs: number,
  ): Promise<Outcome>;
  close(): void;
}

/** Opens SMTP connections. */
export interface Submissions {
  /** Connects, secures and logs in. Throws MailFailure. */
  open(account: SmtpAccount): Promise<Submission>;
}
