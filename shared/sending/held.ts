import { byOf } from "#shared/accounts/auth/ports.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { RECIPIENTS_MAX } from "#shared/mail/addresses.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { aboveOf, belowIn, bothParts } from "#shared/mail/write/compose/history.ts";
import { conflict, invalid, notFound } from "#shared/platform/errors.ts";
import { type AcceptPorts, findPlaces, withUnsubscribe } from "./accept/accept.ts";
import { type SendRequest, assertComplete, draftSend, type PlacedEmail } from "./accept/draft.ts";
import { assertMayChange, ownOnly, type Writer, type CancelTrigger, isHeld, labelsOf, type Send, type SendBody, filesOf } from "./send.ts";
import { departureFrom } from "./departure/departure.ts";
import type { Window } from "./departure/wall-time.ts";
import { contentOf as contentIn, type EveryEmail } from "./email.ts";
import type { Draft } from "./ports/acceptance.ts";
import type { HeldSends } from "./ports/held-sends.ts";
import type { Sends } from "./ports/sends.ts";
import { recipientSuppressed, suppressedAmong } from "./refused-recipients.ts";
import { DRAFT_MS } from "./transitions.ts";

/** The dependencies of editing a held email. */
export interface EditPorts extends Omit<AcceptPorts, "acceptedSends" | "wakeUps" | "publishHeld">, PublishPorts {
  readonly held: HeldSends;
  readonly sends: Pick<Sends, "find" | "bodies" | "contents">;
}

/** Thrown for a revision that is not the current one; the handler answers with the record as it is now. */
export class StaleRevision extends Error {
  override readonly name = "StaleRevision";
}

/** The new content of a held email: an absent field keeps its value. */
export interface EditRequest extends Omit<Partial<EveryEmail>, "window" | "hold" | "draft" | "cancelOn"> {
  readonly revision?: number | undefined;
  readonly mailboxId?: string | undefined;
  /** In place of `mailboxId`, mailboxes of which one is chosen. */
  readonly mailboxIds?: readonly string[] | undefined;
  /** In place of `mailboxId`, a pool of them. */
  readonly pool?: string | undefined;
  readonly to?: Address | undefined;
  readonly subject?: string | undefined;
  /** null: answers go to the mailbox. */
  readonly replyTo?: Address | null | undefined;
  /** null: no window. */
  readonly window?: Window | null | undefined;
  /** null: nothing cancels it. */
  readonly cancelOn?: readonly CancelTrigger[] | null | undefined;
}

/** A held email with its content. */
interface Content {
  readonly body: SendBody;
  readonly contents: readonly Uint8Array[] | undefined;
}

/** The send that a follow-up waits for; undefined for any other email. */
export const parentOf = async ({ sends }: { readonly sends: Pick<Sends, "find"> }, { userId, waitsFor }: Send): Promise<Send | undefined> =>
  waitsFor === undefined ? undefined : sends.find(userId, waitsFor);

/** Reads the content of a held email. */
export const contentOf = async ({ sends }: Pick<EditPorts, "sends">, send: Send): Promise<Content> => {
  const [bodies, contents] = await Promise.all([
    sends.bodies(send.userId, [send.id]),
    send.attachments ? sends.contents(send.userId, send.id) : undefined,
  ]);
  const body = bodies.get(send.id);
  if (!body || (send.attachments && !contents)) throw new Error(`the content of the held email ${send.id} is missing`);
  return { body, contents };
};

const isTimed = ({ scheduledAt, sendAt, scheduledAfter }: Pick<EditRequest, "scheduledAt" | "sendAt" | "scheduledAfter">): boolean =>
  scheduledAt !== undefined || sendAt !== undefined || scheduledAfter !== undefined;

/** The time that the send's client requested, in the form of the request. */
export const requestedTime = ({ scheduledAt, sendAt, scheduledAfter }: Send) =>
  sendAt === undefined && scheduledAfter === undefined ? { scheduledAt } : { sendAt, scheduledAfter };

const OURS = ["List-Unsubscribe", "List-Unsubscribe-Post"] as const;

/** The headers after an edit: those of the unsubscribe link stay unless it is taken away. */
const headersOf = ({ headers }: Send, edit: EditRequest, hasLink: boolean): Readonly<Record<string, string>> => {
  const link = Object.fromEntries(OURS.map((name) => [name, headers[name] ?? ""]));
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !hasLink || !(name in link)));
  const keepsLink = hasLink && edit.unsubscribe === undefined;
  return { ...(edit.headers ?? own), ...(keepsLink && link) };
};

/** The bodies after an edit. Whoever writes a draft writes above what is quoted or forwarded there, which stays. */
const bodiesOf = ({ draft, kind }: Send, body: SendBody, edit: EditRequest): Pick<EveryEmail, "bodyHtml" | "bodyText"> => {
  if (edit.bodyHtml === undefined && edit.bodyText === undefined) return { bodyHtml: body.html, bodyText: body.text };
  const below = draft && kind !== "" ? belowIn(kind, body) : undefined;
  if (!below || (below.text === "" && below.html === "")) return { bodyHtml: edit.bodyHtml, bodyText: edit.bodyText };
  const { html, text } = aboveOf(bothParts(contentIn({ bodyHtml: edit.bodyHtml, bodyText: edit.bodyText })), below);
  return { bodyHtml: html, bodyText: text };
};

/** Whether HTML shows neither a text nor a picture. */
const showsNothing = (html: string): boolean => !/<img\b/i.test(html) && html.replaceAll(/<[^<>]*>/g, "").trim() === "";

/** Throws 400 for the draft of a reply with no text besides the quote. */
export const assertWritten = ({ kind }: Pick<Send, "kind">, { html, text }: SendBody): void => {
  if (kind !== "reply") return;
  const below = belowIn(kind, { html, text });
  const [ownHtml, ownText] = [html.slice(0, html.lastIndexOf(below.html)), text.slice(0, text.lastIndexOf(below.text))];
  if (showsNothing(ownHtml) && ownText.trim() === "") throw invalid({ field: "bodyText", message: "is required, as text or HTML" });
};

/** The recipient and the times after an edit. */
const wishesOf = (send: Send, edit: EditRequest, now: Date): Pick<PlacedEmail, "to" | "holdUntil" | "cancelOn"> => {
  const { to = { name: send.toName ?? "", email: send.toEmail } } = edit;
  const kept = send.draft ? new Date(now.getTime() + DRAFT_MS) : send.holdUntil;
  const cancelOn = edit.cancelOn === undefined ? send.cancelOn : (edit.cancelOn ?? undefined);
  return { to, holdUntil: edit.holdUntil ?? kept, cancelOn };
};

/** The email after an edit, as a request would ask for it. */
const editedEmail = (send: Send, { body, contents }: Content, edit: EditRequest, hasLink: boolean, now: Date): PlacedEmail => {
  const moves = edit.mailboxId !== undefined && edit.mailboxId !== send.mailboxId;
  const replyTo = send.replyTo === undefined ? undefined : { name: send.replyToName ?? "", email: send.replyTo };
  return {
    ...requestedTime(send),
    ...(isTimed(edit) && { scheduledAt: edit.scheduledAt, sendAt: edit.sendAt, scheduledAfter: edit.scheduledAfter }),
    window: edit.window === undefined ? send.window : (edit.window ?? undefined),
    sendBefore: edit.sendBefore ?? send.sendBefore,
    undoFor: edit.undoFor ?? send.undoFor,
    draft: send.draft,
    draftState: edit.draftState ?? body.draftState,
    ...wishesOf(send, edit, now),
    cc: edit.cc ?? send.cc,
    bcc: edit.bcc ?? send.bcc,
    fromEmail: edit.fromEmail,
    ownEmail: moves ? undefined : send.fromEmail,
    fromName: edit.fromName ?? (moves ? undefined : send.fromName),
    replyTo: edit.replyTo === undefined ? replyTo : (edit.replyTo ?? undefined),
    subject: edit.subject ?? send.subject,
    ...bodiesOf(send, body, edit),
    attachments: edit.attachments ?? filesOf(send.attachments, contents),
    headers: headersOf(send, edit, hasLink),
    unsubscribe: edit.unsubscribe,
    ...labelsOf(send),
    ...labelsOf(edit),
    cancelOnUnknown: edit.cancelOnUnknown ?? send.cancelOnUnknown,
    onAway: edit.onAway ?? send.onAway,
    answersSince: send.answersSince,
    kind: send.kind,
    inReplyTo: send.inReplyTo,
    references: send.references,
    threadId: send.threadId,
    waitsFor: send.waitsFor,
  };
};

/** Throws 400 for an edited email that no request could ask for. */
const assertWhole = ({ cc = [], bcc = [], unsubscribe, ...email }: PlacedEmail, hasLink: boolean, now: Date) => {
  const { to, subject, bodyHtml = "", bodyText = "" } = email;
  if (!email.draft) assertComplete({ toEmail: to.email, subject }, { html: bodyHtml, text: bodyText });
  if (1 + cc.length + bcc.length > RECIPIENTS_MAX)
    throw invalid({ field: "bcc", message: `to, cc and bcc must have at most ${RECIPIENTS_MAX} addresses together` });
  if ((unsubscribe ?? hasLink) && cc.length + bcc.length > 0)
    throw invalid({ field: "unsubscribe", message: "needs an email with a single recipient, whom the link suppresses" });
  const at = departureFrom(email, now, email.parentSentAt) ?? now;
  if (email.sendBefore && email.sendBefore <= at)
    throw invalid({ field: "sendBefore", message: "must be later than the earliest time at which it may leave" });
};

/** Finds a held email that the writer may change. Throws 403, 404, and 409 for one that does not wait for approval. */
const findHeld = async ({ sends }: Pick<EditPorts, "sends">, userId: string, id: string, by: Writer): Promise<Send> => {
  const send = await sends.find(userId, id);
  if (!send) throw notFound("Send");
  assertMayChange(send, by);
  if (!isHeld(send)) throw conflict("The send cannot be changed", `it does not wait for approval: it is ${send.status}`);
  return send;
};

/** From where an edited email is to leave: one mailbox, its own where the edit names none, or one of several. */
const senderOf = ({ mailboxId }: Send, edit: EditRequest): Pick<SendRequest, "mailboxId" | "mailboxIds" | "pool"> => {
  if (edit.mailboxIds) return { mailboxIds: edit.mailboxIds };
  return edit.pool === undefined ? { mailboxId: edit.mailboxId ?? mailboxId } : { pool: edit.pool };
};

/** Throws 400 where an edit would give an email of a conversation another mailbox. */
const assertMayMove = (send: Send, { mailboxId = send.mailboxId, mailboxIds, pool }: EditRequest): void => {
  if (send.threadId === undefined && send.waitsFor === undefined) return;
  const field = mailboxIds ? "mailboxIds" : pool === undefined ? "mailboxId" : "pool";
  if (field !== "mailboxId" || mailboxId !== send.mailboxId)
    throw invalid({ field, message: "cannot be changed: the email belongs to a conversation of its mailbox" });
};

/** What the choice of a mailbox knows of the email after an edit: its recipient, and when it is to leave. */
const wishesFor = (
  send: Send,
  edit: EditRequest,
): Pick<PlacedEmail, "to" | "subject" | "window" | "sendBefore" | "scheduledAt" | "sendAt"> => ({
  to: edit.to ?? { name: send.toName ?? "", email: send.toEmail },
  subject: send.subject,
  ...(isTimed(edit) ? { scheduledAt: edit.scheduledAt, sendAt: edit.sendAt } : { scheduledAt: send.scheduledAt, sendAt: send.sendAt }),
  window: edit.window === undefined ? send.window : (edit.window ?? undefined),
  sendBefore: edit.sendBefore ?? send.sendBefore,
});

/**
 * Writes a new revision of a held email; only the latest revision can be approved. Throws 400 for an email that no request could ask for, 403, 404,
 * 409 for an email that no longer waits, a suppressed recipient and a disconnected mailbox, and StaleRevision.
 */
export const editHeld = async (ports: EditPorts, userId: string, id: string, edit: EditRequest, by: Writer): Promise<Send> => {
  const send = await findHeld(ports, userId, id, by);
  const { revision } = edit;
  if (revision === undefined) throw invalid({ field: "revision", message: "is required for an email that waits for approval" });
  if (revision !== send.revision) throw new StaleRevision();
  assertMayMove(send, edit);
  if (edit.scheduledAfter !== undefined && send.waitsFor === undefined)
    throw invalid({ field: "scheduledAfter", message: "needs a follow-up, whose original has not left" });
  if (edit.onAway !== undefined && send.threadId === undefined)
    throw invalid({ field: "onAway", message: "needs an email in a conversation, whose recipient may have answered that they are away" });
  if (edit.draftState !== undefined && !send.draft) throw invalid({ field: "draftState", message: "is of a draft alone" });
  const sender = senderOf(send, edit);
  const asked = { ipId: edit.ipId, cancelOn: edit.cancelOn ?? undefined, onAway: edit.onAway, fromEmail: edit.fromEmail };
  const [{ placeOf }, linkOf, content, parent] = await Promise.all([
    findPlaces(ports, userId, [{ ...wishesFor(send, edit), ...asked, ...sender }], by),
    ports.unsubscribeLinks(),
    contentOf(ports, send),
    parentOf(ports, send),
  ]);
  const hasLink = send.headers["List-Unsubscribe"] === `<${linkOf(send.id)}>`;
  const origin = placeOf({ ...wishesFor(send, edit), ...asked, ...sender });
  if ("refusal" in origin) throw origin.refusal;
  const { id: mailboxId } = origin.mailbox;
  const now = ports.clock.now();
  const email = {
    ...editedEmail(send, content, { ...edit, mailboxId }, hasLink, now),
    parentSentAt: parent?.sentAt ?? parent?.scheduledAt,
  };
  assertWhole(email, hasLink && edit.unsubscribe !== false, now);
  const chosen = sender.mailboxId === send.mailboxId && send.chosenBecause ? { chosenBecause: send.chosenBecause } : {};
  const drafted = draftSend(ports, { ...origin, ...chosen, ipId: edit.ipId ?? send.ipId ?? origin.ipId }, email);
  const messageId = mailboxId === send.mailboxId ? send.messageId : drafted.send.messageId.replace(drafted.send.id, send.id);
  const same = { id: send.id, messageId, createdAt: send.createdAt, by: byOf(by) };
  const [draft] = await withUnsubscribe(ports, [{ ...drafted, send: { ...drafted.send, ...same } }]);
  const suppressed = (await suppressedAmong(ports, [draft!.send]))(draft!.send);
  if (suppressed.length > 0 && !send.draft) throw recipientSuppressed(suppressed);
  const edited = await ports.held.edit(draft as Draft, revision, ownOnly(by));
  if (!edited) throw new StaleRevision();
  await publishEvents(ports, "sends", [id]);
  return edited;
};
