import { byOf } from "#shared/accounts/auth/ports.ts";
import { type Mailbox, ownAddress, accessOf, isOwnAddress } from "#shared/mailboxes/mailbox.ts";
import { invalid, notFound, type Refusal } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { textPart } from "#shared/mail/html/html-to-text.ts";
import { fitInBytes } from "#shared/mail/text.ts";
import {
  attachmentOf,
  type ChosenBecause,
  labelsOf,
  MAX_ATTEMPTS,
  type Send,
  type SendBody,
  type SendKind,
  mayLetLeave,
  type Writer,
} from "../send.ts";
import type { Draft, Ips } from "../ports/acceptance.ts";
import { departureFrom } from "../departure/departure.ts";
import { isFirst } from "../refused-recipients.ts";
import { contentOf, type Email } from "../email.ts";
import { withoutRepeats } from "../recipients.ts";
import { DRAFT_MS, HOLD_MS, isWaiting } from "../transitions.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import { everMeet } from "../departure/wall-time.ts";
import { disconnected } from "../waiting.ts";

/** An email with its links to a conversation and a parent send. */
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
 * The draft with its author's name. A key that may not send can only write emails that wait for approval, whatever it requests. Throws 400 for an
 * incomplete email of such a key.
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

/** Throws 400 naming the missing fields of an email that may not be a draft. */
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

/** The mailbox and address from which an email is requested to be sent. */
export interface OriginRequest extends Pick<Email, "ipId" | "cancelOn" | "onAway" | "fromEmail" | "window"> {
  readonly mailboxId: string;
}

/** A request to send an email through a mailbox: a certain one, or the best of several or of a pool; exactly one of the three is given. */
export interface SendRequest extends PlacedEmail {
  readonly mailboxId?: string | undefined;
  readonly mailboxIds?: readonly string[] | undefined;
  /** The pool's name. */
  readonly pool?: string | undefined;
}

/** An email's sender with the whole mailbox. */
export interface Placed extends Origin {
  readonly mailbox: Mailbox;
}

/** Why an email cannot be sent from the requested origin: the invalid field, and the refusal for a single send. */
export interface Misplaced {
  readonly field: "mailboxId" | "mailboxIds" | "pool" | "ipId" | "cancelOn" | "onAway" | "fromEmail" | "window";
  readonly refusal: Refusal;
}

/** The dependencies of choosing the mailboxes that emails leave from. */
export interface OriginPorts {
  readonly mailboxes: Pick<Mailboxes, "findMany">;
  readonly ips: Ips;
  readonly clock: Clock;
}

/**
 * Finds the senders of emails, with two queries for all of them. Reports 404 for a mailbox or address that the account does not have, 409 for a
 * disconnected mailbox.
 */
export const findOrigins = async (
  { mailboxes, ips, clock }: OriginPorts,
  userId: string,
  mailboxIds: Iterable<string>,
): Promise<(request: OriginRequest) => Placed | Misplaced> => {
  const [found, addresses] = await Promise.all([mailboxes.findMany(userId, [...new Set(mailboxIds)]), ips.list(userId)]);
  const byId = new Map(found.map((mailbox) => [mailbox.id, mailbox]));
  const known = new Set(addresses.map(({ id }) => id));
  const accountDefault = addresses.find(({ isDefault }) => isDefault)?.id;
  return ({ mailboxId, ipId, cancelOn, onAway = "ignore", fromEmail, window }) => {
    const mailbox = byId.get(mailboxId);
    if (!mailbox) return { field: "mailboxId", refusal: notFound("Mailbox") };
    if (ipId !== undefined && !known.has(ipId)) return { field: "ipId", refusal: notFound("Dedicated IP") };
    if (mailbox.status === "disconnected") return { field: "mailboxId", refusal: disconnected() };
    const field = cancelOn ? "cancelOn" : onAway === "ignore" ? undefined : "onAway";
    if (field && !mailbox.inboxSyncEnabled)
      return { field, refusal: invalid({ field, message: accessOf(mailbox) === "send" ? UNREADABLE : UNSYNCED }) };
    if (fromEmail !== undefined && !isOwnAddress(mailbox, fromEmail))
      return { field: "fromEmail", refusal: invalid({ field: "fromEmail", message: NOT_OWN }) };
    if (window && mailbox.workday && !everMeet(window, mailbox.workday, clock.now()))
      return { field: "window", refusal: invalid({ field: "window", message: NEVER_MET }) };
    return { mailbox, ipId: ipId ?? mailbox.ipId ?? accountDefault };
  };
};

/** The chosen senders of a request's emails. */
export interface Places {
  /**
   * Of one that names several mailboxes, the one that is chosen. It is called for each of the requests once, in order; `beginsThread` says that later
   * ones to the same recipient find a conversation.
   */
  readonly placeOf: (request: SendRequest, beginsThread?: boolean) => Placed | Misplaced;
  /** Of one that follows another, whose mailbox it never changes. */
  readonly originOf: (request: OriginRequest) => Placed | Misplaced;
}

/** The error for a sender's address that is not the mailbox's. */
const NOT_OWN = "must be the mailbox's address or one of its aliases";
/** The error for a window in which its mailbox never sends. */
const NEVER_MET = "never meets the mailbox's workday, so that the email would wait for ever";
/** The error for `cancel_on` in a mailbox whose inbox is not synced. */
const UNSYNCED = "needs a mailbox with inbox sync, which detects the answers";
const UNREADABLE = `${UNSYNCED}; the grant of this one is for sending alone (access send)`;
