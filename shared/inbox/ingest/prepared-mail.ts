import type { BouncedRecipient } from "#shared/sending/recipients.ts";
import type { Send } from "#shared/sending/send.ts";
import type { Classification, InboundKind } from "#shared/mail/read/classify.ts";
import type { Complaint } from "#shared/mail/read/bounces/other-reports.ts";
import type { DeliveryReport, Message, MessageBody } from "../message.ts";

/** A received mail as far as it is understood without the store. */
export interface PreparedMail {
  readonly message: Omit<Message, "threadId" | "kind" | "emailJobId">;
  readonly body: MessageBody;
  /** The key under which it is stored while only its headers are. */
  readonly headersKey: string;
  /** Its headers are stored already, under its id, and are replaced by it. */
  readonly replacesHeadersOnly?: true;
  readonly fromJunk: boolean;
  /** True for a folder of which only bounces and answers to own sends are kept. */
  readonly onlyAnswers: boolean;
  /** Whether its From address is the mailbox's own, which anybody may write. */
  readonly fromOwn: boolean;
  /** Whether To or Cc has an address of the mailbox. */
  readonly toOwn: boolean;
  /** Whether it is filed as sent: it may be the copy of an email that this service sent. */
  readonly isSentCopy: boolean;
  /** An audit found it in an old mailbox: it takes its read state from the server, is no news and cancels nothing. */
  readonly isLate?: true;
  /** It came before the wanted date, so it is not kept. */
  readonly isTooOld?: true;
  /** The tracking header of a mail that the mailbox sent; "" for other mail. */
  readonly tracking: string;
  readonly kind: InboundKind;
  /** Its kind on its own, and the reason. */
  readonly explained: Classification;
  /** Its kind, and the reason, if it answers one of the mailbox's sends. */
  readonly kindAsAnswer: Classification;
  /** The Message-IDs that it directly answers; nearly always one. */
  readonly parentIds: readonly string[];
  /** All ids that link it to a conversation. */
  readonly links: readonly string[];
  /** Its author, in lower case; undefined when the account wrote it. */
  readonly author: string | undefined;
  /** Ids of our form in its text. */
  readonly quotedIds: readonly string[];
  /** Comparing it with the message that it answers would show better what is new in it. */
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

/** The fields of a send that mail decides. */
export interface RecordedOnSend {
  readonly repliedAt?: Send["repliedAt"] | undefined;
  readonly complainedAt?: Send["complainedAt"] | undefined;
  readonly bouncedAt?: Send["bouncedAt"] | undefined;
  readonly bounceReason?: Send["bounceReason"] | undefined;
  readonly bounces?: Send["bounces"] | undefined;
}

/** The fields of the mailbox's sends that mail is compared with or recorded on. */
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

/** Those sends, and the sends that the mails name. */
export interface NamedSends extends OwnSends {
  readonly all: readonly OwnSend[];
  /** Whether the mail answers one of them, or another message that is stored. */
  readonly hasParent: (mail: PreparedMail) => boolean;
}

/** A mail ready to be stored, except for its thread. */
export interface DecidedMail extends PreparedMail {
  /** The send that it answers, or of which it reports a failure. */
  readonly concerns?: OwnSend;
  /**
   * How its send was found when it does not name it. Subjects and recipients can be guessed, so they prove nothing; `answer` is a subject with a second
   * sign: it quotes the send's words, or its From address is authentic.
   */
  readonly linkedBy?: "quote" | "subject" | "answer" | "recipient";
  /** One of the account's own people wrote it, who is no recipient of the sends that it names: it is no answer. */
  readonly isColleague?: true;
  /** Its subject and an author whose address fails DMARC are all that links it to its send: not even one sign. */
  readonly isForged?: true;
  readonly recorded?: "replied" | "bounced" | "complained";
  /** For a bounce that is recorded on its send: the recipients whose copies bounced, at least one. */
  readonly returned?: readonly Omit<BouncedRecipient, "at">[];
  /** The recipients of the send who complain, as far as known. */
  readonly complaining?: readonly string[];
  /** Set when a person had corrected it after an earlier reading. */
  readonly corrected?: Corrected;
}

/** What a correction replaced, and where it puts the mail. */
export interface Corrected {
  readonly ruled: Pick<Message, "kind" | "emailJobId">;
  /** True when the person named the send that it concerns. */
  readonly vouched: boolean;
  readonly threadId?: string;
}

/**
 * Whether the mail proves its link to a send: it contains an id of ours, whose random part only recipients of that send can know (G5 in
 * shared/README.md), or a person made the link.
 */
export const isProven = ({ concerns, linkedBy, corrected }: Pick<DecidedMail, "concerns" | "linkedBy" | "corrected">): boolean =>
  concerns !== undefined && (corrected !== undefined || (linkedBy !== "subject" && linkedBy !== "recipient"));
