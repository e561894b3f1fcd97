import type { Failure } from "../mail/read/bounces/bounce-class.ts";
import type { ReportOrigin } from "../mail/read/bounces/match-bounce.ts";
import type { InboundKind, KindRule } from "../mail/read/classify.ts";
import type { Address, AttachmentDescriptor } from "../mail/parsed-message.ts";

/** Where a message lies on the server: a UID means something only together with its folder's UIDVALIDITY (RFC 9051, 2.3.1.1). */
export interface MessageLocation {
  readonly folder: string;
  /** A 32-bit number; kept as text, as Gmail's may exceed what is safe to compare loosely. */
  readonly uidValidity: string;
  readonly uid: number;
}

/** Why a message is of its kind and in its conversation. */
export interface Explanation {
  readonly kindRule: KindRule;
  readonly threadRule: ThreadRule;
  /** The lines of the mail that decided, as far as there are any. */
  readonly evidence: string;
}

/**
 * Why a message is where it is: it began a conversation, it names a send of ours, ids tie it to the conversation, ids alone do and its sender
 * had no part in it, our Message-ID stands in its text, its subject is that of the one send to its sender, or it reports on a recipient of
 * the send without an id.
 */
export type ThreadRule = "new" | "send" | "links" | "newcomer" | "quote" | "subject" | "recipient";

/** A received message as lists show it; its full bodies are a MessageBody (contract/README.md, "Inbox"). */
export interface Message extends MessageLocation {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  readonly threadId: string;
  readonly kind: InboundKind;
  /** The send that this message directly answers; for bounces, the send that failed. */
  readonly emailJobId?: string;
  /** With angle brackets; "" when the message has none. */
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  /** The first Reply-To address, "" when there is none. */
  readonly replyTo: string;
  readonly subject: string;
  readonly snippet: string;
  readonly replyText: string;
  readonly bodyTruncated: boolean;
  readonly attachments: readonly AttachmentDescriptor[];
  /** RFC822.SIZE, octets; absent where the server did not tell it, and for what was stored before this was kept. */
  readonly size?: number;
  readonly isRead: boolean;
  /** The server's INTERNALDATE, never the Date header. */
  readonly receivedAt: Date;
  readonly createdAt: Date;

  /** Its sender was no participant of the conversation and proves no link to it, or fails DMARC. */
  readonly newcomer?: boolean;
  /** What decided its kind and its conversation, and what of the mail showed it. */
  readonly explanation?: Explanation;

  /** What the rules had said, where a person has corrected it. */
  readonly ruled?: Ruled;
  /** What a delivery report says; absent for all other mail, in lists, and for what was stored before this was kept. */
  readonly report?: DeliveryReport;

  /** Mail that the mailbox sent outside this service: part of its thread, never of the inbox. Absent for received mail. */
  readonly direction?: "outbound";
  /** False when an audit found that its server does not hold it any more; absent otherwise. */
  readonly onServer?: false;
  /** Where another copy of it lies, the last that was seen in another folder: it is there when it is gone from its own place. */
  readonly copyAt?: MessageLocation;
  /** True until its own place was looked at after the copy was seen: it may have been moved. */
  readonly mayHaveMoved?: true;
  /** Unique in the mailbox; how it is made: G16. */
  readonly dedupeKey: string;
  /** The provider's own id of the message, if it gives one: `gm:` and X-GM-MSGID, or `eid:` and EMAILID (RFC 8474). */
  readonly providerId?: string;
  /** Lower-case addresses of everybody else in From, To and Cc. */
  readonly counterparts: readonly string[];
}

/** What the rules say of a message, as a correction replaces it. */
export type Ruled = Pick<Message, "kind" | "threadId" | "emailJobId" | "newcomer">;

/** What a delivery report says, as far as sends are concerned. */
export interface DeliveryReport {
  /** Who made the report: what a person may have made is recorded on no send. */
  readonly maker: ReportOrigin;
  /** What it reports on, addresses in lower case. */
  readonly recipients: readonly ReportedFailure[];
  /** True when delivery was given up for somebody. */
  readonly final: boolean;
  readonly status: string;
  readonly reason: string;
}

/** What is reported on one recipient. */
export interface ReportedFailure extends Failure {
  readonly email: string;
  readonly failed: boolean;
}

/** The bodies of a received message, written once; `id` is the message's. */
export interface MessageBody {
  readonly text: string;
  readonly html: string;
  readonly replyHtml: string;
}
