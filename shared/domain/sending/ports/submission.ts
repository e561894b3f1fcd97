import type { MailFailure } from "../../mailboxes/connection/mail-failure.ts";
import type { SmtpAccount } from "../../mailboxes/mailbox.ts";
import type { RefusedRecipient } from "../recipients.ts";

/** How an SMTP transaction ended, from MAIL FROM on. */
export type Outcome =
  /** Accepted; what the server replied to the final dot. */
  | { readonly kind: "sent"; readonly reply?: string | undefined }
  /** The server answered this message: its reply decides, or its replies to each of the recipients when it refused them all. */
  | { readonly kind: "refused"; readonly code: number; readonly reply: string; readonly recipients?: readonly RefusedReply[] }
  /** No reply and no body byte: silence, or a lost connection. */
  | { readonly kind: "unreached"; readonly failure: MailFailure }
  /** The lease was lost before the first body byte. */
  | { readonly kind: "fenced" }
  /** The intent could not be written: no body byte left, and the server is not to blame. */
  | { readonly kind: "internal"; readonly error: unknown }
  /** The body was out, no reply came. */
  | { readonly kind: "unknown" };

/** A recipient that the server refused by that reply. */
export interface RefusedReply extends RefusedRecipient {
  readonly code: number;
}

/** A message and its recipients: each once, at least one. */
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
   * Sends one to whom the server takes it for; `intend` runs after 354 and before the first body byte, with whom it refused, and false from
   * it stops everything. Never throws.
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
