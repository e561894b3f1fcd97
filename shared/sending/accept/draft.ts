import { byOf } from "#shared/accounts/auth/ports.ts";
import { type Mailbox, ownAddress } from "#shared/mailboxes/mailbox.ts";
import { invalid } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import { attachmentOf } from "../attachments.ts";
import type { Draft } from "../ports/acceptance.ts";
import { departureFrom } from "../departure/departure.ts";
import { isFirst } from "../contacts.ts";
import { contentOf, type Email } from "../email.ts";
import { withoutRepeats } from "../recipients.ts";
import { type ChosenBecause, labelsOf, MAX_ATTEMPTS, type Send, type SendBody, type SendKind } from "../send.ts";
import { DRAFT_MS, HOLD_MS, isWaiting } from "../transitions.ts";
import { mayLetLeave, type Writer } from "../writer.ts";

/** An email with its place in its conversation. */
export interface PlacedEmail extends Email {
  readonly kind?: SendKind;
  /**
   * The address from which an answer is sent when its client names none: the one that was written to. The mailbox's is used when this is not, or no
   * longer, one of its own.
   */
  readonly ownEmail?: string | undefined;
  readonly inReplyTo?: string | undefined;
  readonly references?: readonly string[];
  readonly threadId?: string | undefined;
  /** Only answers stored from this time on count; now when undefined. */
  readonly answersSince?: Date | undefined;
  /** The id of the parent send, which must be sent first. */
  readonly waitsFor?: string | undefined;
  /** The id of the last message of its conversation that its writer has seen. */
  readonly ifLastMessageId?: string | undefined;
  /** When the parent was sent, or is expected to be; now when undefined. */
  readonly parentSentAt?: Date | undefined;
  /** When the parent is due; the follow-up is not tried before. */
  readonly parentDueAt?: Date | undefined;
}

/** The fields by which an email waits for its parent send; empty without a parent, or when that is sent already. */
export const afterParent = (parent: Send | undefined): Pick<PlacedEmail, "waitsFor" | "parentDueAt"> => {
  if (!parent || parent.status === "sent") return {};
  return { waitsFor: parent.id, parentDueAt: isWaiting(parent) ? parent.dueAt : undefined };
};

/** The mailbox and address from which an email goes out. */
export interface Origin {
  readonly mailbox: Pick<Mailbox, "id" | "userId" | "email" | "aliases" | "displayName" | "tenant">;
  readonly ipId?: string | undefined;
  /** Why it was chosen; absent for a mailbox that was named. */
  readonly chosenBecause?: ChosenBecause;
}

/** The draft held for a person's approval. */
const held = (draft: Draft, holdUntil: Date): Draft => {
  const { dueAt: _dueAt, ...send } = draft.send;
  return { ...draft, send: { ...send, status: "scheduled", holdUntil, revision: 1, revisedAt: send.createdAt } };
};

/**
 * The draft as its writer may have it, signed: a key that may not send can only write what waits for approval, whatever it asks for. Throws 400 where it
 * asks for an incomplete one.
 */
export const writtenBy = (asked: Draft, by: Writer): Draft => {
  const draft = { ...asked, send: { ...asked.send, by: byOf(by) } };
  const { holdUntil, createdAt } = draft.send;
  if (holdUntil === undefined && mayLetLeave(by)) return draft;
  const { send, ...rest } = holdUntil === undefined ? held(draft, new Date(createdAt.getTime() + HOLD_MS)) : draft;
  if (mayLetLeave(by) || !send.draft) return { ...rest, send: { ...send, heldBy: by.id } };
  assertComplete(send, draft.body);
  const { draft: _draft, ...shown } = send;
  return { ...rest, body: { html: draft.body.html, text: draft.body.text }, send: { ...shown, heldBy: by.id } };
};

/** Throws 400 for an email that lacks what every email has, and names what it lacks. */
export const assertComplete = ({ toEmail, subject }: Pick<Send, "toEmail" | "subject">, { html, text }: SendBody): void => {
  const missing = [
    ...(toEmail === "" ? [{ field: "to", message: "is required" }] : []),
    ...(subject === "" ? [{ field: "subject", message: "is required" }] : []),
    ...(html === "" && text === "" ? [{ field: "bodyText", message: "is required, as text or HTML" }] : []),
  ];
  if (missing.length > 0) throw invalid(...missing);
};

const MESSAGE_ID_RANDOM_BYTES = 16;
/** Bytes of the random tracking key, as many as the random part of a Message-ID. */
const TRACKING_KEY_BYTES = 16;
/** Smaller bodies are not counted against the worker's memory, bytes. */
const LARGE_BODY_BYTES = 100_000;

/** Whether a person has just written it: one that can be taken back, or an answer or a forward that is no follow-up. */
const isByHand = ({ undoFor, kind = "", waitsFor, parentSentAt }: PlacedEmail): boolean =>
  undoFor !== undefined || (kind !== "" && waitsFor === undefined && parentSentAt === undefined);

/** Makes the record and bodies of a send: its id, one Message-ID for all attempts (G5 in shared/README.md), the text part, its first state. */
export const draftSend = (
  ports: { readonly clock: Clock; readonly ids: Ids },
  { mailbox, ipId, chosenBecause }: Origin,
  email: PlacedEmail,
): Draft => {
  const now = ports.clock.now();
  const id = ports.ids.objectId();
  const domain = mailbox.email.slice(mailbox.email.lastIndexOf("@") + 1);
  const { to, replyTo, attachments: files = [], headers = {}, sendAt, scheduledAfter, window, sendBefore, kind = "" } = email;
  const { inReplyTo, references = [], threadId, waitsFor } = email;
  const { html, text } = contentOf(email);
  const { cc, bcc } = withoutRepeats({ ...email, toEmail: to.email });
  const later = departureFrom(email, now, email.parentSentAt);
  const { undoFor, ifLastMessageId } = email;
  const { draft: isDraft = false, draftState } = email;
  const body = { html, text: text === "" ? textPart(html) : text, ...(isDraft && draftState !== undefined && { draftState }) };
  const draft: Draft = {
    send: {
      id,
      userId: mailbox.userId,
      mailboxId: mailbox.id,
      ...(chosenBecause && { chosenBecause }),
      ...(ipId !== undefined && { ipId }),
      fromEmail: ownAddress(mailbox, email.fromEmail ?? email.ownEmail ?? "") ?? mailbox.email,
      fromName: email.fromName ?? mailbox.displayName,
      toEmail: to.email,
      ...(to.name && { toName: to.name }),
      ...(cc.length > 0 && { cc }),
      ...(bcc.length > 0 && { bcc }),
      ...(files.length > 0 && { attachments: files.map(attachmentOf) }),
      ...(!fitInBytes(LARGE_BODY_BYTES, html, body.text) && { bodyBytes: Buffer.byteLength(html) + Buffer.byteLength(body.text) }),
      ...(replyTo && { replyTo: replyTo.email }),
      ...(replyTo?.name && { replyToName: replyTo.name }),
      subject: email.subject,
      headers,
      status: later ? "scheduled" : "queued",
      ...(later && { scheduledAt: later }),
      ...(sendBefore && { sendBefore }),
      ...(sendAt && { sendAt }),
      ...(scheduledAfter !== undefined && waitsFor !== undefined && { scheduledAfter }),
      ...(window && { window }),
      ...(undoFor !== undefined && { undoFor }),
      ...(isByHand(email) && { goesFirst: true as const }),
      ...(email.cancelOn && { cancelOn: [...new Set(email.cancelOn)], answersSince: email.answersSince ?? now }),
      ...(email.cancelOn && email.cancelOnUnknown === "send" && { cancelOnUnknown: "send" as const }),
      ...(email.onAway && email.onAway !== "ignore" && { onAway: email.onAway }),
      attempts: 0,
      maxAttempts: MAX_ATTEMPTS,
      lastError: "",
      messageId: `<${id}.${ports.ids.random(MESSAGE_ID_RANDOM_BYTES)}@${domain}>`,
      trackingKey: ports.ids.random(TRACKING_KEY_BYTES),
      ...(threadId !== undefined && { threadId }),
      ...(inReplyTo !== undefined && { inReplyTo }),
      references,
      kind,
      ...labelsOf(email),
      ...(email.sequenceId !== undefined && email.step !== undefined && { sequenceId: email.sequenceId, step: email.step }),
      createdAt: now,
      dueAt: later ?? new Date(Math.max(now.getTime(), email.parentDueAt?.getTime() ?? 0)),
      ...(waitsFor !== undefined && { waitsFor }),
      ...(isDraft && { draft: true as const }),
    },
    unsubscribe: email.unsubscribe,
    ...(isFirst({ kind, waitsFor, inReplyTo }) && !email.force && { contactTenant: mailbox.tenant ?? "" }),
    ...(ifLastMessageId !== undefined && { ifLastMessageId }),
    body,
    ...(files.length > 0 && { contents: files.map(({ content }) => content) }),
  };
  const isHeld = email.hold === true || email.holdUntil !== undefined || isDraft;
  return isHeld ? held(draft, email.holdUntil ?? new Date(now.getTime() + (isDraft ? DRAFT_MS : HOLD_MS))) : draft;
};
