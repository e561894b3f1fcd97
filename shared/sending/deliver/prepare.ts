import type { OutgoingFile } from "#shared/mail/write/attachment-part.ts";
import { type OutgoingMail, buildMime } from "#shared/mail/write/build-mime.ts";
import { withoutDropped } from "../recipients.ts";
import { isHeld, isTooLate, type Send, type SendBody, type CancelReason, TOO_LATE, filesOf } from "../send.ts";
import { trackingValue, contentHash } from "../email.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Answers, ClaimedDraft } from "../ports/claims.ts";
import type { OutgoingMessage } from "../ports/submission.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { NoConnection } from "./outcome.ts";
import { keepingOurId } from "./look-up-unknown.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { Sends } from "../ports/sends.ts";
import { afterAbsence, type AwayNote, type Departure, departureOf, postponedTo } from "../departure/departure.ts";
import { nextInWindow } from "../departure/wall-time.ts";
import { FOLLOW_UP_LOOK_MS, HELD_LOOK_MS, UNCLEAR_LOOK_MS, UNCLEAR_MAX_MS, UNCLEAR_ANSWER } from "../waiting.ts";

/** The fields that a follow-up uses of its parent send. */
type ParentSend = Pick<Send, "messageId" | "providerMessageId" | "sentAt">;

/**
 * The email to send, with the same octets in every attempt: its Date is the send's time, not the attempt's, and for a follow-up not before its parent
 * was sent, nor before it was approved.
 */
export const mailOf = (send: Send, body: SendBody, files: readonly OutgoingFile[] = [], parent?: ParentSend): OutgoingMail => ({
  from: { name: send.fromName, email: send.fromEmail },
  to: { name: send.toName ?? "", email: send.toEmail },
  ...(send.cc && { cc: withoutDropped(send).cc ?? [] }),
  replyTo: send.replyTo === undefined ? undefined : { name: send.replyToName ?? "", email: send.replyTo },
  subject: send.subject,
  date: new Date(Math.max((send.scheduledAt ?? send.createdAt).getTime(), send.approvedAt?.getTime() ?? 0, parent?.sentAt?.getTime() ?? 0)),
  messageId: send.messageId,
  tracking: trackingValue(send),
  ...threading(send, parent),
  headers: send.headers,
  text: body.text,
  html: body.html,
  files,
});

/** The recipients know the parent send by the Message-ID that the provider gave it. */
const threading = ({ inReplyTo = "", references }: Send, parent?: ParentSend): Pick<OutgoingMail, "inReplyTo" | "references"> => {
  const given = parent?.providerMessageId;
  if (given === undefined || inReplyTo !== parent?.messageId) return { inReplyTo, references };
  return { inReplyTo: given, references: [...references, given] };
};

/** A built send: its octets, and what a server without an SMTP envelope (Microsoft Graph) needs in addition. */
export type Built = Pick<OutgoingMessage, "raw" | "hidden" | "apart" | "isRepeated">;

/** The result of building a send. */
export type Building =
  | ({ readonly kind: "built" } & Built)
  | { readonly kind: "bodyMissing" }
  | { readonly kind: "unbuildable" }
  | { readonly kind: "unapproved" };

/** A failure of this service, not of the send. */
export type InternalFailure = Extract<NoConnection, { kind: "internal" }>;

/** A claimed send's body; read once more where the claim has none, because it may have left the database. */
export const bodyOf = async (sends: Pick<Sends, "bodies">, { send, body }: ClaimedDraft): Promise<SendBody | undefined> =>
  body ?? (await sends.bodies(send.userId, [send.id])).get(send.id);

/**
 * Builds a send, with the same octets in every attempt. Attachments are read here, one send at a time, because those of a whole claim may take 150
 * MB.
 */
export const build = async (
  { ports, mailbox }: { readonly ports: Pick<DeliverPorts, "sends">; readonly mailbox: Mailbox },
  draft: ClaimedDraft,
  parent: Send | undefined,
): Promise<Building | InternalFailure> => {
  const { send } = draft;
  let body: SendBody | undefined;
  let contents: readonly Uint8Array[] | undefined;
  try {
    body = await bodyOf(ports.sends, draft);
    if (send.attachments) contents = await ports.sends.contents(send.userId, send.id);
  } catch (error) {
    return { kind: "internal", error };
  }
  const files = filesOf(send.attachments, contents);
  if (!body || !files) return { kind: "bodyMissing" };
  const words = body;
  if (send.approvedHash !== undefined && contentHash(send, body, files) !== send.approvedHash) return { kind: "unapproved" };
  try {
    const headers = { ...send.headers, ...keepingOurId(mailbox.smtp.host) };
    const rawWith = (some: typeof files) => buildMime(mailOf({ ...send, headers }, words, some, parent));
    const hidden = (withoutDropped(send).bcc ?? []).map(({ email }) => email);
    return { kind: "built", raw: rawWith(files), hidden, apart: () => ({ raw: rawWith([]), files }) };
  } catch {
    return { kind: "unbuildable" };
  }
};

/** The decision whether a send may leave now. */
export type Leave =
  | { readonly kind: "ready"; readonly parent?: Send | undefined }
  /** It waits: its parent send is not settled, its window is closed, or an answer to it is unclear. */
  | { readonly kind: "waits"; readonly afterMs: number; readonly lastError?: string; readonly isUnclear?: true }
  /** Its time has moved; it is scheduled for `at`. */
  | { readonly kind: "later"; readonly at: Date; readonly why?: "away" }
  /** It never leaves: its parent send will not be sent, or it would be too late. */
  | { readonly kind: "never"; readonly lastError: string }
  /** It is cancelled with its parent send. */
  | { readonly kind: "cancelled"; readonly reason: CancelReason };

/** The `last_error` of a follow-up whose parent send failed. */
export const parentFailed = (parentId: string): string => `the original send ${parentId} failed`;

/** Judges by its own times and its parent send whether a send may leave now. */
export const mayLeave = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  send: Send,
): Promise<Leave> => {
  const parent = send.waitsFor === undefined ? undefined : await sends.find(send.userId, send.waitsFor);
  const leave = judgeParent(send, parent, clock.now());
  return leave.kind === "ready" && parent ? { ...leave, parent } : leave;
};

/** Judges by its own times and its parent whether a send may leave at a time; `parent` undefined: it no longer exists. */
export const judgeParent = (
  send: Pick<Send, "waitsFor" | "createdAt" | keyof Departure>,
  parent: Pick<Send, "status" | "dueAt" | "sentAt" | "holdUntil"> | undefined,
  at: Date,
): Leave => {
  const { waitsFor, scheduledAfter } = send;
  if (waitsFor === undefined) return afterItsTime(send);
  const now = at.getTime();
  if (parent?.status === "cancelled") return { kind: "cancelled", reason: "original" };
  if (!parent || parent.status === "failed") return { kind: "never", lastError: parentFailed(waitsFor) };
  if (parent.status === "sent") return afterItsTime(send, parent.sentAt);
  const afterMs = Math.max((parent.dueAt?.getTime() ?? 0) - now, isHeld(parent) ? HELD_LOOK_MS : FOLLOW_UP_LOOK_MS);
  if (scheduledAfter === undefined) return { kind: "waits", afterMs };
  const then = departureOf(send, at, new Date(now + afterMs));
  return then ? { kind: "later", at: then } : { kind: "waits", afterMs };
};

const afterItsTime = (send: Pick<Send, "createdAt" | keyof Departure>, parentSentAt?: Date): Leave => {
  const at = postponedTo(send, parentSentAt);
  return at ? { kind: "later", at } : { kind: "ready" };
};

/** Whether a send is not too late and its window is open. */
export const mayStillLeave = (send: Pick<Send, "window" | "sendBefore">, now: Date): Leave =>
  isTooLate(send, now) ? { kind: "never", lastError: TOO_LATE } : isOpenFor(send, now);

/** Whether the send's window is open. A send whose window opens after its `sendBefore` never leaves. */
export const isOpenFor = ({ window, sendBefore }: Pick<Send, "window" | "sendBefore">, now: Date): Leave => {
  const opens = window ? nextInWindow(window, now) : now;
  if (opens <= now) return { kind: "ready" };
  if (sendBefore && opens >= sendBefore) return { kind: "never", lastError: TOO_LATE };
  return { kind: "waits", afterMs: opens.getTime() - now.getTime() };
};

/** How long a claim waits for the IMAP server of its mailbox, ms. */
const PULL_MS = 10_000;
/** How long a send waits when the server could not be asked for replies, ms. */
const CHECK_AGAIN_MS = 300_000;

/** Pulls the mailbox to find new replies; false when the server could not be asked. Never throws. */
export const checkReplies = async ({ answers, log }: Pick<DeliverPorts, "answers" | "log">, mailbox: Mailbox): Promise<boolean> => {
  try {
    return await answers.pull(mailbox, PULL_MS);
  } catch (error) {
    log.warn("a mailbox could not be asked for answers", { mailboxId: mailbox.id, error });
    return false;
  }
};

/**
 * Whether a send may leave that replies can cancel: the stored mail decides, after the server was asked for new mail. An answer that only one sign
 * shows does not cancel at once: the send waits 72 hours for a person's correction.
 */
export const mayLeaveByReplies = async (
  { answers, clock }: Pick<DeliverPorts, "answers" | "clock">,
  send: Send,
  ask: () => Promise<boolean>,
): Promise<Leave> => {
  if (!send.cancelOn && !send.onAway) return { kind: "ready" };
  const isChecked = await ask();
  const byAnswer = send.cancelOn ? await judgeAnswers(answers, send, isChecked, clock.now()) : ready;
  return byAnswer.kind === "ready" && send.onAway
    ? judgeAbsence({ ...send, onAway: send.onAway }, await answers.away(send), clock.now())
    : byAnswer;
};

const ready: Leave = { kind: "ready" };

/** Whether the recipient's latest note says that it waits. */
const judgeAbsence = (send: Parameters<typeof afterAbsence>[0], note: AwayNote | undefined, now: Date): Leave => {
  const at = note && afterAbsence(send, note);
  return at && at > now ? { kind: "later", at, why: "away" } : ready;
};

const judgeAnswers = async (answers: Pick<Answers, "to">, send: Send, isChecked: boolean, now: Date): Promise<Leave> => {
  const reason = await answers.to(send);
  if (reason === "answer_unclear") return judgeUnclear(send, now);
  if (reason) return { kind: "cancelled", reason };
  if (isChecked || send.cancelOnUnknown === "send") return ready;
  return { kind: "waits", afterMs: CHECK_AGAIN_MS, lastError: "the mailbox could not be checked for answers" };
};

const judgeUnclear = ({ unclearSince, cancelOnUnknown }: Send, now: Date): Leave => {
  const leftMs = UNCLEAR_MAX_MS - (unclearSince ? now.getTime() - unclearSince.getTime() : 0);
  if (leftMs > 0) return { kind: "waits", afterMs: Math.min(leftMs, UNCLEAR_LOOK_MS), lastError: UNCLEAR_ANSWER, isUnclear: true };
  return cancelOnUnknown === "send" ? { kind: "ready" } : { kind: "cancelled", reason: "answer_unclear" };
};
