import type { AutoClass } from "#shared/mail/read/absence/read-absence.ts";
import type { Intent } from "#shared/mail/read/intent/read-intent.ts";
import type { InboundKind, KindRule } from "#shared/mail/read/classify.ts";
import type { Flow } from "#shared/mail/read/readable-text.ts";
import type { Failure } from "#shared/mail/read/bounces/bounce-class.ts";
import type { ReportOrigin } from "#shared/mail/read/bounces/read-bounce.ts";
import type { Address, AttachmentDescriptor } from "#shared/mail/parsed-message.ts";

/** The most labels of a conversation; here and not in the contract, so that workers carry no schemas of it. */
export const LABELS_MAX = 10;

/** A person's correction of what the rules decided about a message. */
export interface Correction {
  readonly kind?: InboundKind | undefined;
  /** The send that it answers or reports on; "" when none. */
  readonly emailJobId?: string | undefined;
  /** What an automatic answer tells. */
  readonly autoClass?: AutoClass | undefined;
  /** The day of its sender's return, `YYYY-MM-DD`; "" when none is known. */
  readonly returnsOn?: string | undefined;
  /** Who says so. */
  readonly by?: string | undefined;
  /** What a person's answer means, and who said so. */
  readonly intent?: Intent | undefined;
  readonly intentBy?: "api" | "person" | undefined;
}

/** A stored correction. */
export interface KeptCorrection extends Correction {
  /** The conversation to which the message was moved. */
  readonly threadId?: string | undefined;
}

/** Where a message is on the server: a UID has a meaning only together with its folder's UIDVALIDITY (RFC 9051, 2.3.1.1). */
export interface MessageLocation {
  readonly folder: string;
  /** A 32-bit number, kept as text. */
  readonly uidValidity: string;
  readonly uid: number;
}

/** The requested flags and folder of a message at its server; absent fields stay. */
export interface ServerChange {
  readonly isRead?: boolean;
  readonly isFlagged?: boolean;
  /** The path of a folder, or `archive`, `inbox`, `trash` or `spam`. */
  readonly folder?: string;
}

/** A requested change that has not been made at the server. */
export interface PendingServerChange extends ServerChange {
  /** Another one whenever the wish changes, so that what was done for an older one does not count for it. */
  readonly token: string;
  readonly at: Date;
  /** When it is tried next. */
  readonly dueAt: Date;
  /** How often it was begun. */
  readonly attempts: number;
}

/** Whether the last change of a message has been made at its server. */
export type ServerState = "pending" | "done" | "failed";

/** Why the rules gave a message its kind or its conversation. */
export interface Explanation {
  readonly kindRule: KindRule;
  readonly threadRule: ThreadRule;
  /** The lines of the mail that decided; "" when there are none. */
  readonly evidence: string;
  /** The words of an automatic answer that tell of an absence or a return; absent for none. */
  readonly autoEvidence?: string;
  /** The words of a person's answer that tell what it means; absent for none. */
  readonly intentEvidence?: string;
  /** What the mailbox's provider says of the From address (RFC 7489); absent where it says neither, and in records of older versions. */
  readonly dmarc?: "pass" | "fail";
}

/**
 * The rule that chose a message's conversation. `new`: it starts one. `send`: it names a send of ours. `links`: it names ids of the conversation.
 * `newcomer`: the same, but its sender took no part in the conversation. `quote`: our Message-ID is in its text. `subject`: it has the subject of the
 * only send to its sender. `answer`: the same, and it quotes the send's words or has an authentic From address. `recipient`: it reports on a
 * recipient of the send without naming an id.
 */
export type ThreadRule = "new" | "send" | "links" | "newcomer" | "quote" | "subject" | "answer" | "recipient";

/** Who said what an answer means. */
export type IntentBy = "rule" | "api" | "person";

/** A received message; its full bodies are in a MessageBody (api/README.md, "Inbox"). */
export interface Message extends MessageLocation {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  readonly threadId: string;
  readonly kind: InboundKind;
  /** The send that this message directly answers; for a bounce, the send that failed. */
  readonly emailJobId?: string;
  /** The tags of that send; absent for none, and in records of older versions. */
  readonly tags?: readonly string[];
  /** With angle brackets; "" when the message has none. */
  readonly messageId: string;
  readonly inReplyTo: string;
  readonly references: readonly string[];
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  /** The first Reply-To address, "" when there is none. */
  readonly replyTo: string;
  /** The further Reply-To addresses; absent for none, and in records of older versions. */
  readonly alsoReplyTo?: readonly string[];
  readonly subject: string;
  readonly snippet: string;
  readonly replyText: string;
  readonly bodyTruncated: boolean;
  readonly attachments: readonly AttachmentDescriptor[];
  /** RFC822.SIZE, octets; absent where the server did not report it, and in records of older versions. */
  readonly size?: number;
  readonly isRead: boolean;
  /** Absent as long as nobody flagged it. */
  readonly isFlagged?: boolean;
  /** Absent while nothing was changed for the server. */
  readonly serverState?: ServerState;
  /** Why the server does not have the last change; absent unless that failed. */
  readonly serverReason?: string;
  /** What the server was asked for and does not have; absent unless that failed. */
  readonly serverWish?: ServerChange;
  /** What the server is still to be told; absent for nothing. */
  readonly wish?: PendingServerChange;
  /** The server's INTERNALDATE, never the Date header. */
  readonly receivedAt: Date;
  readonly createdAt: Date;

  /** True when its sender took no part in the conversation and proves no link to it, or fails DMARC. */
  readonly newcomer?: boolean;
  /** True when one of the account's own people wrote it, who is no recipient of the send; so it counts as no answer. */
  readonly colleague?: true;
  /** True when its From address fails DMARC and only that address and the subject link it to its send; it does not hold back a follow-up. */
  readonly forged?: true;
  /** What an automatic answer tells; absent for all other kinds, and in records of older versions. */
  readonly autoClass?: AutoClass;
  /** The day on which its absent sender returns, `YYYY-MM-DD`; absent when the note does not say so for certain. */
  readonly returnsOn?: string;
  /** The address that the note of a person who left names instead of its own; absent for none or several. */
  readonly successor?: string;
  /** What a person's answer means; absent for all other kinds, and in records of older versions. */
  readonly intent?: Intent;
  /** Who said so: the rules, a program with a key, or a person. */
  readonly intentBy?: IntentBy;
  /** Why it has its kind and its conversation. */
  readonly explanation?: Explanation;

  /** What the rules had decided, before a person corrected it; absent without a correction. */
  readonly ruled?: Ruled;
  /** Who corrected it last (`byOf`); absent without a correction, and for those of older versions. */
  readonly correctedBy?: string;
  /** The content of a delivery report; absent for all other mail, in lists, and in records of older versions. */
  readonly report?: DeliveryReport;

  /** `outbound`: mail that the mailbox sent outside this service, shown in its conversation but not in the inbox. Absent for received mail. */
  readonly direction?: "outbound";
  /** False when an audit found that the server no longer holds it; absent otherwise. */
  readonly onServer?: false;
  /** The location of another copy in another folder; the message counts as moved there once it is gone from its own location. */
  readonly copyAt?: MessageLocation;
  /** True after a copy was seen, until the message's own location has been checked. */
  readonly mayHaveMoved?: true;
  /** Unique in the mailbox, so that no message is stored twice (G16 in shared/README.md). */
  readonly dedupeKey: string;
  /** The provider's id of the message, if it gives one: `gm:` and X-GM-MSGID, or `eid:` and EMAILID (RFC 8474). */
  readonly providerId?: string;
  /** Lower-case addresses in From, To and Cc, without the mailbox's. */
  readonly counterparts: readonly string[];
}

/** A message without the fields that no list shows or reads. */
export type ListedMessage = Omit<
  Message,
  | "userId"
  | "uidValidity"
  | "uid"
  | "report"
  | "colleague"
  | "forged"
  | "copyAt"
  | "mayHaveMoved"
  | "wish"
  | "dedupeKey"
  | "providerId"
  | "counterparts"
>;

/** The fields that the rules decide and a correction replaces. */
export type Ruled = Pick<Message, "kind" | "threadId" | "emailJobId" | "newcomer" | "colleague"> & Meaning;

/** What the words of a message mean beyond its kind. */
export type Meaning = Pick<Message, "autoClass" | "returnsOn" | "successor" | "intent" | "intentBy">;

/** The content of a delivery report, as far as it concerns sends. */
export interface DeliveryReport {
  /** Who made the report; one that a person may have made is recorded on no send. */
  readonly maker: ReportOrigin;
  /** The reported recipients, addresses in lower case. */
  readonly recipients: readonly ReportedFailure[];
  /** True when delivery to at least one recipient was given up. */
  readonly final: boolean;
  readonly status: string;
  readonly reason: string;
}

/** The report on one recipient. */
export interface ReportedFailure extends Failure {
  readonly email: string;
  readonly failed: boolean;
}

/** The bodies of a received message, written once; `id` is the message's. */
export interface MessageBody {
  readonly text: string;
  readonly html: string;
  readonly replyHtml: string;
  /** Present when the text is format=flowed, which quotes join; the text stays as received. */
  readonly flow?: Flow;
}
