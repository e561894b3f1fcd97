import type { BouncedRecipient } from "../../sending/recipients.ts";
import type { Send } from "../../sending/send.ts";
import type { Classification, InboundKind } from "../../mail/read/classify.ts";
import type { Complaint } from "../../mail/read/bounces/feedback-report.ts";
import type { DeliveryReport, Message, MessageBody } from "../message.ts";

/** A received mail as far as it is understood without looking at what is stored. */
export interface PreparedMail {
  readonly message: Omit<Message, "threadId" | "kind" | "emailJobId">;
  readonly body: MessageBody;
  /** The key that it has while only its headers are stored. */
  readonly headersKey: string;
  /** Its headers are stored already, under its id: they make room for it. */
  readonly replacesHeadersOnly?: true;
  readonly fromJunk: boolean;
  /** Of its folder only bounces and answers to own sends are kept. */
  readonly onlyAnswers: boolean;
  /** The tracking header of a mail that the mailbox sent; "" for others. */
  readonly tracking: string;
  readonly kind: InboundKind;
  /** What decided its kind. */
  readonly explained: Classification;
  /** Its kind, and what decides it, if it answers one of the mailbox's own sends. */
  readonly kindAsAnswer: Classification;
  /** The Message-IDs that it directly answers, nearly always one. */
  readonly parentIds: readonly string[];
  /** All ids that tie it to a conversation. */
  readonly links: readonly string[];
  /** Who wrote it, in lower case; undefined when nobody but the account itself did. */
  readonly author: string | undefined;
  /** Of a mail that names no parent: ids in its text that look like ours. */
  readonly quotedIds: readonly string[];
  /** The words of the message that it answers would show better what of it is new. */
  readonly asksForParent?: true;
  readonly bounce?: BounceFacts;
  readonly complaint?: Complaint;
  /** The line in which the mailbox's provider says that the From address failed DMARC. */
  readonly dmarcFailure?: string;
}

/** What a delivery notice says, as far as sends are concerned. */
export interface BounceFacts extends DeliveryReport {
  /** The Message-IDs of the mail that it returns; none when it returns none. */
  readonly messageIds: readonly string[];
}

/** What is looked at of the mailbox's own sends. */
export type OwnSend = Pick<
  Send,
  "id" | "messageId" | "providerMessageId" | "trackingKey" | "threadId" | "toEmail" | "cc" | "bcc" | "subject" | "sentAt" | "createdAt"
>;

/** The mailbox's own sends, as far as a page of mails may concern them. */
export interface OwnSends {
  byMessageId(messageId: string): OwnSend | undefined;
  byId(id: string): OwnSend | undefined;
  /** Sent to that address, lower case, latest first. */
  byRecipient(email: string): readonly OwnSend[];
}

/** The same with all that the mails name. */
export interface NamedSends extends OwnSends {
  readonly all: readonly OwnSend[];
}

/** A mail as it is stored, but for its thread. */
export interface DecidedMail extends PreparedMail {
  /** The send that it answers, or whose delivery failed. */
  readonly concerns?: OwnSend;
  /** What showed that it concerns that send, where it names none. Subjects and recipients can be guessed: they prove nothing. */
  readonly linkedBy?: "quote" | "subject" | "recipient";
  readonly recorded?: "replied" | "bounced" | "complained";
  /** Of a bounce that is recorded on its send: the recipients whose copy came back, at least one. */
  readonly returned?: readonly Omit<BouncedRecipient, "at">[];
  /** Which recipients of the send complain, as far as that is known. */
  readonly complaining?: readonly string[];
  /** A person had corrected it when it was read before. */
  readonly corrected?: Corrected;
}

/** What a correction has replaced, and where it puts the mail. */
export interface Corrected {
  readonly ruled: Pick<Message, "kind" | "emailJobId">;
  /** The person has named the send that it concerns. */
  readonly vouched: boolean;
  readonly threadId?: string;
}

/** Whether the mail proves that it concerns a send: it holds an id of ours, whose random part only who got that send can know (G5), or a person says so. */
export const isProven = ({ concerns, linkedBy, corrected }: Pick<DecidedMail, "concerns" | "linkedBy" | "corrected">): boolean =>
  concerns !== undefined && (corrected !== undefined || (linkedBy !== "subject" && linkedBy !== "recipient"));
