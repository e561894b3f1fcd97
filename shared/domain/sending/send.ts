import type { Address } from "../mail/parsed-message.ts";
import type { Attachment } from "./attachments.ts";
import type { BouncedRecipient, RefusedRecipient } from "./recipients.ts";
import type { WallTime } from "./departure/wall-time.ts";
import type { Window } from "./departure/window.ts";

/** The states of a send (domain/README.md, "The state of a send"). */
export type SendStatus = "queued" | "processing" | "sent" | "failed" | "scheduled" | "cancelled";
/** What the email is besides a fresh one; the empty string is a fresh one. */
export type SendKind = "" | "reply" | "forward";

/** What may cancel a send: a person's answer, a failed delivery, or an automatic answer in its conversation. */
export type CancelTrigger = "reply" | "bounce" | "auto_reply";
/** What cancelled a send: its conversation went on without it, its parent send was cancelled, or a recipient was suppressed meanwhile. */
export type CancelReason = "replied" | "bounced" | "auto_replied" | "original" | "suppressed";

/** What each trigger leaves as the reason. */
export const cancelReasons = { reply: "replied", bounce: "bounced", auto_reply: "auto_replied" } as const satisfies Record<
  CancelTrigger,
  CancelReason
>;

/** What a client calls its email by: never part of the mail; told wherever the email is told, passed on to its follow-ups, and what the log finds it by. */
export interface Labels {
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  readonly tags?: readonly string[] | undefined;
}
/** The fields of `Labels`. */
export const labelNames = ["metadata", "tags"] as const satisfies readonly (keyof Labels)[];

/** The labels that are given. */
export const labelsOf = (labelled: Labels): { readonly [Name in keyof Labels]?: NonNullable<Labels[Name]> } =>
  Object.fromEntries(labelNames.flatMap((name) => (labelled[name] === undefined ? [] : [[name, labelled[name]]])));

/** One email: the record that is read and updated often; its bodies are a SendBody. */
export interface Send extends Labels {
  readonly id: string;
  readonly userId: string;
  readonly mailboxId: string;
  readonly ipId?: string;
  readonly fromEmail: string;
  readonly fromName: string;
  readonly toEmail: string;
  readonly toName?: string;
  readonly cc?: readonly Address[];
  /** They stand in no header, nobody else learns of them. */
  readonly bcc?: readonly Address[];
  readonly attachments?: readonly Attachment[];
  /** What a large body holds, in bytes of UTF-8. */
  readonly bodyBytes?: number;
  readonly replyTo?: string;
  readonly replyToName?: string;
  readonly subject: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly status: SendStatus;
  readonly scheduledAt?: Date;
  /** What has not left by then fails, and is never sent later. */
  readonly sendBefore?: Date;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string;
  /** `<{id}.{32 hex}@{mailbox domain}>`, fixed at creation (G5). */
  readonly messageId: string;
  /** Keys the hash in its tracking header, hexadecimal; absent for a send of an older version. */
  readonly trackingKey?: string;
  /** The Message-ID that the provider gave the email instead, as found in the Sent folder: answers and bounces name it. */
  readonly providerMessageId?: string;
  readonly threadId?: string;
  readonly inReplyTo?: string;
  readonly references: readonly string[];
  readonly kind: SendKind;
  readonly sentAt?: Date;
  readonly repliedAt?: Date;
  readonly bouncedAt?: Date;
  readonly bounceReason?: string;
  /** When a recipient's complaint about it came first. */
  readonly complainedAt?: Date;
  /** Whose copies came back; absent for none, and for what came back before this was kept. */
  readonly bounces?: readonly BouncedRecipient[];
  /** Recipients refused by the server in the latest attempt. Written together with the intent or the failure. */
  readonly refused?: readonly RefusedRecipient[];
  /** Recipients deferred by the server when it took the email for others, with its latest replies. They alone are tried again until `attempts` are used up. */
  readonly deferred?: readonly RefusedRecipient[];
  /** Why it was cancelled, when not by a request. */
  readonly cancelReason?: CancelReason;
  readonly createdAt: Date;

  /** When someone must act on it next: it is due, its lease ends, or its outcome is to be looked up. Only the three live states have it, and a sent one with `deferred`. */
  readonly dueAt?: Date;
  /** The time on the wall that it is to leave at; `scheduledAt` is what that came to. */
  readonly sendAt?: WallTime;
  /** How long after its parent it is to leave, an ISO 8601 duration; until that is sent `scheduledAt` is an estimate. */
  readonly scheduledAfter?: string;
  /** In which alone it may leave. */
  readonly window?: Window;
  /** A follow-up's parent: it never leaves before it (contract/README.md, "Sending"). */
  readonly waitsFor?: string;
  /** What cancels it before it leaves. */
  readonly cancelOn?: readonly CancelTrigger[];
  /** What comes of it when the server cannot be asked for answers; absent: it waits. */
  readonly cancelOnUnknown?: "send";
  /** Answers stored from then on count. */
  readonly answersSince?: Date;
  /** How far the worker that holds the lease has come; `intent` is durable before the first body byte and stays while the outcome is unknown (G2 to G4). */
  readonly stage?: "claimed" | "intent";
  /** Names the batch and worker that claimed it; every write of that worker is conditional on it. */
  readonly leaseToken?: string;
  /** How many workers died in a row that had claimed it and given it to no server; absent for none. */
  readonly deaths?: number;
  /** When its copy is to be filed in the Sent folder; absent when it is filed, given up or not ours to file. */
  readonly copyAt?: Date;
  /** When the intent was written, unless the server then refused: what the rolling daily cap counts. */
  readonly countedAt?: Date;
}

/** The bodies of a send, written once. */
export interface SendBody {
  readonly html: string;
  readonly text: string;
}

/** How often a send is tried before it fails: 24 hours of attempts. */
export const MAX_ATTEMPTS = 12;
