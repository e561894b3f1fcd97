import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Classification, InboundKind } from "#shared/mail/read/classify.ts";
import type { Complaint } from "#shared/mail/read/bounces/reports.ts";
import type { Correction, DeliveryReport, Message, MessageBody } from "../message.ts";

/** A received mail, as far as it can be read without the store. */
export interface PreparedMail {
  readonly message: Omit<Message, "threadId" | "kind" | "emailJobId">;
  readonly body: MessageBody;
  /** The key under which it is stored while only its headers are known. */
  readonly headersKey: string;
  /** Its headers are already stored; it replaces them under the same id. */
  readonly replacesHeadersOnly?: true;
  readonly fromJunk: boolean;
  /** Its folder is one of which only bounces and answers to own sends are kept. */
  readonly onlyAnswers: boolean;
  /** Whether its From address is the mailbox's own, which anybody can write. */
  readonly fromOwn: boolean;
  /** Whether To or Cc has an address of the mailbox. */
  readonly toOwn: boolean;
  /** Whether it is filed as sent: it may be the copy of an email that this service sent. */
  readonly isSentCopy: boolean;
  /** An audit found it, long after it arrived: it takes its read state from the server, records no event and cancels nothing. */
  readonly isLate?: true;
  /** It was received before `inbox_sync_from`, so it is not kept. */
  readonly isTooOld?: true;
  /** The tracking header of a mail that the mailbox sent; "" for other mail. */
  readonly tracking: string;
  readonly kind: InboundKind;
  /** Its kind when it answers none of the mailbox's sends, with the reason. */
  readonly explained: Classification;
  /** Its kind when it answers one of the mailbox's sends, with the reason. */
  readonly kindAsAnswer: Classification;
  /** The Message-IDs that it directly answers; nearly always one. */
  readonly parentIds: readonly string[];
  /** All ids that link it to a conversation. */
  readonly links: readonly string[];
  /** Its author, in lower case; undefined when the account wrote it. */
  readonly author: string | undefined;
  /** The ids in its text that have the form of our Message-IDs. */
  readonly quotedIds: readonly string[];
  /** How far its sender's clock is ahead of UTC, minutes; 0 when its Date header does not say so. */
  readonly offset: number;
  /** Whether it should be compared with the message that it answers, to find its new content. */
  readonly asksForParent?: true;
  readonly bounce?: BounceFacts;
  readonly complaint?: Complaint;
  /** The mailbox's provider says that its From address is authentic. */
  readonly isAuthenticated?: true;
  /** The line in which the mailbox's provider says that the From address failed DMARC. */
  readonly dmarcFailure?: string;
}

/** The content of a delivery report, as far as it concerns sends. */
export interface BounceFacts extends DeliveryReport {
  /** The Message-IDs of the mail that it returns; empty when it returns none. */
  readonly messageIds: readonly string[];
}

/** The fields of a send that received mail sets. */
export interface RecordedOnSend {
  readonly repliedAt?: Send["repliedAt"] | undefined;
  readonly complainedAt?: Send["complainedAt"] | undefined;
  readonly bouncedAt?: Send["bouncedAt"] | undefined;
  readonly bounceReason?: Send["bounceReason"] | undefined;
  readonly bounces?: Send["bounces"] | undefined;
}

/** The fields of a send that received mail is compared with or sets. */
export type OwnSend = RecordedOnSend &
  Pick<
    Send,
    | "id"
    | "messageId"
    | "providerMessageId"
    | "trackingKey"
    | "threadId"
    | "toEmail"
    | "cc"
    | "bcc"
    | "subject"
    | "tags"
    | "sentAt"
    | "createdAt"
  >;

/** The mailbox's sends that a page of mails may concern. */
export interface OwnSends {
  readonly byMessageId: (messageId: string) => OwnSend | undefined;
  byId(id: string): OwnSend | undefined;
  /** The sends to that address, in lower case, latest first. */
  byRecipient(email: string): readonly OwnSend[];
}

/** These sends, with those that the mails name. */
export interface NamedSends extends OwnSends {
  readonly all: readonly OwnSend[];
  /** Whether the mail answers one of them, or another message that is stored. */
  readonly hasParent: (mail: PreparedMail) => boolean;
}

/** A mail ready to be stored, except for its thread. */
export interface DecidedMail extends PreparedMail {
  /** The send that it answers or reports on. */
  readonly concerns?: OwnSend;
  /**
   * How its send was found, when not by an id in its headers. `quote`: an id in its text. `subject`, `recipient`: they can be guessed, so they prove
   * nothing. `answer`: the subject, and a second sign: it quotes the send's words, or its From address is authentic.
   */
  readonly linkedBy?: "quote" | "subject" | "answer" | "recipient";
  /** One of the account's own people wrote it, who is no recipient of the sends that it names; so it counts as no answer. */
  readonly isColleague?: true;
  /** Only its subject and the address of an author that fails DMARC link it to its send: that is not even one sign. */
  readonly isForged?: true;
  /** Its new text without the words of our send; absent where these were not compared. */
  readonly ownWords?: string;
  readonly recorded?: "replied" | "bounced" | "complained";
  /** For a bounce that is recorded on its send: the recipients whose copies bounced, at least one. */
  readonly returned?: readonly Omit<BouncedRecipient, "at">[];
  /** The recipients of the send who complained, as far as known. */
  readonly complaining?: readonly string[];
  /** The correction that a person made of an earlier version of this mail. */
  readonly corrected?: Corrected;
}

/** What a correction replaced, and the conversation that it chose. */
export interface Corrected extends Pick<Correction, "kind" | "autoClass" | "returnsOn" | "intent" | "intentBy" | "by"> {
  readonly ruled: Pick<Message, "kind" | "emailJobId">;
  /** True when the person named the send. */
  readonly vouched: boolean;
  readonly threadId?: string;
}

/**
 * Whether the mail proves its link to a send: it contains an id of ours, whose random part only recipients of that send can know (G5 in
 * shared/README.md), or a person made the link.
 */
export const isProven = ({ concerns, linkedBy, corrected }: Pick<DecidedMail, "concerns" | "linkedBy" | "corrected">): boolean =>
  concerns !== undefined && (corrected !== undefined || (linkedBy !== "subject" && linkedBy !== "recipient"));
