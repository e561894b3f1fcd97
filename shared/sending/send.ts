import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import type { BouncedRecipient, Refusal, RefusedRecipient } from "./recipients.ts";
import type { WallTime, Window } from "./departure/wall-time.ts";
import type { KeyInUse } from "#shared/accounts/auth/ports.ts";
import { insufficientScope } from "#shared/platform/errors.ts";

/** A file of a send as its record lists it. The contents are stored separately, in the same order. */
export interface Attachment {
  readonly name: string;
  readonly type: string;
  /** Decoded octets. */
  readonly size: number;
  readonly contentId?: string;
}

/** Makes the record of a file. */
export const attachmentOf = ({ name, type, contentId, content }: OutgoingFile): Attachment => ({
  name,
  type,
  size: content.length,
  ...(contentId !== undefined && { contentId }),
});

/** Joins the records of a send's files with their contents; undefined when the store has lost some of them. */
export const filesOf = (
  attachments: readonly Attachment[] | undefined,
  contents: readonly Uint8Array[] | undefined,
): readonly OutgoingFile[] | undefined => {
  if (!attachments) return [];
  if (contents?.length !== attachments.length) return undefined;
  return attachments.map(({ name, type, contentId }, i) => ({
    name,
    type,
    ...(contentId !== undefined && { contentId }),
    content: contents[i] ?? new Uint8Array(),
  }));
};

/** The states of a send (shared/README.md, "The state of a send"). */
export type SendStatus = "queued" | "processing" | "sent" | "failed" | "scheduled" | "cancelled";
/**
 * Why a mailbox was chosen among several: it has a conversation with the recipient, it is the only one that works and whose domain's DNS records are
 * not broken, or it sends soonest.
 */
export const choiceReasons = ["conversation", "active", "eta"] as const;
/** One of the reasons. */
export type ChosenBecause = (typeof choiceReasons)[number];
/** Whether the email is a reply or a forward; the empty string is neither. */
export type SendKind = "" | "reply" | "forward";

/**
 * What may cancel a send: a person's answer, a failed delivery, an automatic answer in its conversation, one that says that its recipient has left,
 * or an answer in which its recipient asks for no more email.
 */
export const cancelTriggers = ["reply", "bounce", "auto_reply", "left", "asked"] as const;
/** One of `cancelTriggers`. */
export type CancelTrigger = (typeof cancelTriggers)[number];
/**
 * Why a send was cancelled: its conversation had an event of its `cancelOn`, its parent send was cancelled, its `to` was suppressed meanwhile, or
 * asked to stop in an answer (its `cancelOn`, or `suppressAsked`), nobody said within 72 hours whether an unclear answer is one, nobody approved it
 * in time, or its person was removed from its sequence.
 */
export type CancelReason =
  | "replied"
  | "bounced"
  | "auto_replied"
  | "left"
  | "original"
  | "suppressed"
  | "asked"
  | "answer_unclear"
  | "not_approved"
  | "removed";

/** The cancel reason of each trigger. */
export const cancelReasons = {
  reply: "replied",
  bounce: "bounced",
  auto_reply: "auto_replied",
  left: "left",
  asked: "asked",
} as const satisfies Record<CancelTrigger, CancelReason>;

/**
 * The client's own labels for an email. They are never part of the mail; records and events show them, follow-ups inherit them, and the log filters
 * by them.
 */
export interface Labels {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: readonly string[] | undefined;
}
/** The fields of `Labels`. */
export const labelNames = ["metadata", "tags"] as const satisfies readonly (keyof Labels)[];

/** Picks the labels that are given. */
export const labelsOf = (labelled: Labels): { readonly [Name in keyof Labels]?: NonNullable<Labels[Name]> } =>
  Object.fromEntries(labelNames.flatMap((name) => (labelled[name] === undefined ? [] : [[name, labelled[name]]])));

/** The tags, if there are any, so that an index on them holds no other documents. */
export const givenTags = ({ tags = [] }: Labels): { readonly tags?: readonly string[] } => (tags.length === 0 ? {} : { tags });

/** An email's record, which is read and updated often; its bodies are in a SendBody. */
export interface Send extends Labels {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  /** Why this mailbox was chosen among several; absent for one that was named. */
  readonly chosenBecause?: ChosenBecause;
  readonly ipId?: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly toEmail: string;
  readonly toName?: string;
  readonly cc?: readonly Address[];
  /** Blind copies: they are in no header, and no other recipient sees them. */
  readonly bcc?: readonly Address[];
  readonly attachments?: readonly Attachment[];
  /** The size of its bodies, bytes of UTF-8; absent for small ones. */
  readonly bodyBytes?: number;
  readonly replyTo?: string;
  readonly replyToName?: string;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: SendStatus;
  readonly scheduledAt?: Date;
  /** If it has not left by then, it fails and is never sent. */
  readonly sendBefore?: Date;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string;
  /** `<{id}.{32 hex}@{mailbox domain}>`, fixed at creation (G5 in shared/README.md). */
  readonly messageId: string;
  /** The key of the hash in its tracking header, hexadecimal; absent in sends of older versions. */
  readonly trackingKey?: string;
  /** The Message-ID by which the provider replaced ours, as found in the Sent folder; answers and bounces refer to it. */
  readonly providerMessageId?: string;
  /** The words of the server that accepted it; absent where it said none, and in sends of older versions. */
  readonly serverReply?: string;
  /** The id of its draft at the mailbox's server, written with the intent. The draft's later state shows whether it was sent. */
  readonly draftId?: string;
  /** The server's refusal of the draft. It is judged only once the draft is seen to be still a draft, because it may have been sent all the same. */
  readonly refusal?: Refusal;
  readonly threadId?: string;
  readonly inReplyTo?: string;
  readonly references: readonly string[];
  readonly kind: SendKind;
  readonly sentAt?: Date;
  readonly repliedAt?: Date;
  readonly bouncedAt?: Date;
  readonly bounceReason?: string;
  /** When the first complaint of a recipient came. */
  readonly complainedAt?: Date;
  /** Recipients whose copies bounced; absent for none, and in records of older versions. */
  readonly bounces?: readonly BouncedRecipient[];
  /** Recipients that the server refused in the latest attempt; written together with the intent or the failure. */
  readonly refused?: readonly RefusedRecipient[];
  /**
   * Recipients that the server deferred when it accepted the email for others, with its latest replies. Only they are tried again, until `attempts`
   * are used up.
   */
  readonly deferred?: readonly RefusedRecipient[];
  /** Why it was cancelled; absent when a request did it. */
  readonly cancelReason?: CancelReason;
  readonly createdAt: Date;
  /**
   * It waits for a person's approval, at most until then; it is not charged, has no `dueAt`, and never leaves. Only an approval removes this, so a
   * cancelled email keeps it.
   */
  readonly holdUntil?: Date;
  /** How often it was written: 1 when it was held, one more with each edit. Absent in emails that were never held. */
  readonly revision?: number;
  /** When its latest revision was written. */
  readonly revisedAt?: Date;
  /** Who wrote it, or its latest revision (`byOf`); absent in emails of older versions. */
  readonly by?: string;
  /** Who approved it, and who cancelled or rejected it; absent when nobody did. */
  readonly approvedBy?: string;
  readonly cancelledBy?: string;
  /** The id of the API key that held it. */
  readonly heldBy?: string;
  /**
   * A person is still writing it: held, possibly incomplete, without events, in no conversation and in no list but that of drafts. Only an approval
   * removes this, which makes it an email as if it were accepted then.
   */
  readonly draft?: true;
  /** Why a person rejected it. */
  readonly rejectReason?: string;
  /** When it was approved, and charged. */
  readonly approvedAt?: Date;
  /** The SHA-256 of what was approved (`contentHash`), hexadecimal; nothing else leaves. */
  readonly approvedHash?: string;

  /**
   * When it is looked at next: it is due, its lease ends, or its outcome is to be looked up. Only the states `queued`, `scheduled` and `processing`
   * have it, and a sent send with `deferred`.
   */
  readonly dueAt?: Date;
  /** The wall time at which it is to leave; `scheduledAt` is the moment computed from it. */
  readonly sendAt?: WallTime;
  /** How long after its parent it is to leave, an ISO 8601 duration; `scheduledAt` is an estimate until the parent is sent. */
  readonly scheduledAfter?: string;
  /** It may leave only within this window. */
  readonly window?: Window;
  /** How long after its acceptance or approval it can be taken back, an ISO 8601 duration: it leaves no earlier. */
  readonly undoFor?: string;
  /** A person wrote it just now: at a mailbox with a pace it goes before what waits there. */
  readonly goesFirst?: true;
  /** The gap that was drawn for it under its mailbox's pace, an ISO 8601 duration; written by its latest claim. */
  readonly gap?: string;
  /** The id of a follow-up's parent; the follow-up never leaves before it (api/README.md, "Replies, forwards, follow-ups"). */
  readonly waitsFor?: string;
  /** The events that cancel it before it leaves. */
  readonly cancelOn?: readonly CancelTrigger[];
  /** "send": it leaves when the server cannot be asked for replies; absent: it waits. */
  readonly cancelOnUnknown?: "send";
  /** What it does while its recipient is away; absent: it ignores that. */
  readonly onAway?: OnAway;
  /** Until when it waits because its recipient is away; absent when it never did. */
  readonly awayUntil?: Date;
  /** Since when it waits because only one sign shows an answer to it; absent when it never did. */
  readonly unclearSince?: Date;
  /** Only answers stored from this time on count. */
  readonly answersSince?: Date;
  /** The sequence of which it is a step; absent for any other email. */
  readonly sequenceId?: string;
  /** Since when its sequence is paused; absent otherwise. */
  readonly pausedAt?: Date;
  /** Which step of its sequence it is, from 1. */
  readonly step?: number;
  /**
   * The progress of the worker that holds the lease. `intent` is durable before the first byte of the body, and stays while the outcome is unknown
   * (G2 to G4 in shared/README.md).
   */
  readonly stage?: "claimed" | "intent";
  /** Identifies the claim; every write of its worker is conditional on it. */
  readonly leaseToken?: string;
  /** How many workers in a row died between claiming it and giving it to a server; absent for none. */
  readonly deaths?: number;
  /**
   * Since when it is undecided: its server refused it for good, but not in words about this mail, so that the refusal may be about the mailbox. Only
   * while it waits.
   */
  readonly undecidedSince?: Date;
  /** When its copy is to be filed in the Sent folder; absent when it is filed, given up or the provider files it. */
  readonly copyAt?: Date;
  /** Identifies the worker that took its copy to file it. */
  readonly copyToken?: string;
  /** When the intent was written, unless the server then refused; the rolling daily cap counts by it. */
  readonly countedAt?: Date;
  /**
   * The first forecast of its departure that a client was told; the metrics compare it with `sentAt`. Absent when there was none, and after the send
   * was moved.
   */
  readonly firstEta?: Date;
}

/** Whether a send is held: it waits for a person's approval, or is a draft. */
export const isHeld = ({ status, holdUntil }: Pick<Send, "status" | "holdUntil">): boolean =>
  status === "scheduled" && holdUntil !== undefined;

/** The bodies of a send, written once, or with each revision while it is held. */
export interface SendBody {
  readonly html: string;
  readonly text: string;
  /** What the editor of a draft needs to go on with it; never mailed. */
  readonly draftState?: string;
}

/** What an email does while its recipient is away: it waits for the day of the return or, where none is known, as long after the note. */
export interface OnAway {
  readonly wait: "until_return";
  /** An ISO 8601 duration. */
  readonly else: string;
}

/** How many attempts a send gets before it fails, over 24 hours. */
export const MAX_ATTEMPTS = 12;

/** The `last_error` of a send that did not leave in time. */
export const TOO_LATE = "too late: it could not leave by the time it was given";

/** Whether a send's `sendBefore` has passed. */
export const isTooLate = ({ sendBefore }: Pick<Send, "sendBefore">, now: Date): boolean => sendBefore !== undefined && sendBefore <= now;

/** Who has an email written or changed: its API key. */
export type Writer = Pick<KeyInUse, "id" | "scopes" | "bounds" | "name" | "member">;

/** Whether emails of a key may leave without approval: it needs `send`. Emails of other keys are held, whatever they request. */
export const mayLetLeave = ({ scopes }: Writer): boolean => scopes.includes("send");

/** The id of the only key whose held emails a writer may change: its own; undefined when it may change all. */
export const ownOnly = (by: Writer): string | undefined => (mayLetLeave(by) ? undefined : by.id);

/** Throws 403 when a key without `send` would change an email of another key, or one that is approved. */
export const assertMayChange = (send: Send, by: Writer): void => {
  const own = ownOnly(by);
  if (own !== undefined && (send.heldBy !== own || send.approvedAt)) throw insufficientScope("send");
};
