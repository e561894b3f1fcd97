import { type Concerned, type NewAuditEntry } from "#shared/accounts/audit-log.ts";
import { snakeCase } from "#shared/api/wire.ts";
import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { RECIPIENTS_MAX } from "#shared/mail/addresses.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import { conflict, hourlyLimitReached, invalid, notFound, Refusal, unavailable, walletEmpty } from "#shared/platform/errors.ts";
import { type AcceptPorts, findOrigins, withUnsubscribe } from "./accept/accept.ts";
import { draftSend, type PlacedEmail } from "./accept/draft.ts";
import { assertMayChange, ownOnly, type Writer } from "./writer.ts";
import { filesOf } from "./attachments.ts";
import { contentHash } from "./content-hash.ts";
import { departureOf } from "./departure/departure.ts";
import type { Window } from "./departure/wall-time.ts";
import type { EveryEmail } from "./email.ts";
import { endIfParentEnded, rescheduleFollowUps } from "./follow-ups.ts";
import type { Draft } from "./ports/acceptance.ts";
import type { HeldSends } from "./ports/held-sends.ts";
import type { Sends } from "./ports/sends.ts";
import type { WakeUps } from "./ports/wake-ups.ts";
import { isHeld, labelsOf, type Send, type SendBody } from "./send.ts";
import { recipientSuppressed, suppressedAmong } from "./suppressed.ts";
import { isWaiting } from "./transitions.ts";

/** The ports of editing a held email. */
export interface EditPorts extends Omit<AcceptPorts, "acceptedSends" | "wakeUps" | "publishHeld">, PublishPorts {
  readonly held: HeldSends;
  readonly sends: Pick<Sends, "find" | "bodies" | "contents">;
}

/** Thrown for a revision that is not the current one; the handler answers with the record as it is now. */
export class StaleRevision extends Error {
  override readonly name = "StaleRevision";
}

/** The new content of a held email: an absent field keeps its value. */
export interface EditRequest extends Omit<Partial<EveryEmail>, "window" | "hold"> {
  readonly revision?: number | undefined;
  readonly mailboxId?: string | undefined;
  readonly to?: Address | undefined;
  readonly subject?: string | undefined;
  /** null: answers go to the mailbox. */
  readonly replyTo?: Address | null | undefined;
  /** null: no window. */
  readonly window?: Window | null | undefined;
}

/** A held email with its content. */
interface Content {
  readonly body: SendBody;
  readonly contents: readonly Uint8Array[] | undefined;
}

const contentOf = async ({ sends }: Pick<EditPorts, "sends">, send: Send): Promise<Content> => {
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

/** The wish for its time that a send was accepted with. */
const wishOf = ({ scheduledAt, sendAt, scheduledAfter }: Send) =>
  sendAt === undefined && scheduledAfter === undefined ? { scheduledAt } : { sendAt, scheduledAfter };

const OURS = ["List-Unsubscribe", "List-Unsubscribe-Post"] as const;

/** The headers after an edit: those of the unsubscribe link stay unless it is taken away. */
const headersOf = ({ headers }: Send, edit: EditRequest, hasLink: boolean): Readonly<Record<string, string>> => {
  const link = Object.fromEntries(OURS.map((name) => [name, headers[name] ?? ""]));
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => !hasLink || !(name in link)));
  const keepsLink = hasLink && edit.unsubscribe === undefined;
  return { ...(edit.headers ?? own), ...(keepsLink && link) };
};

/** The email after an edit, as a request would ask for it. */
const editedEmail = (send: Send, { body, contents }: Content, edit: EditRequest, hasLink: boolean): PlacedEmail => {
  const moves = edit.mailboxId !== undefined && edit.mailboxId !== send.mailboxId;
  const rewrites = edit.bodyHtml !== undefined || edit.bodyText !== undefined;
  const replyTo = send.replyTo === undefined ? undefined : { name: send.replyToName ?? "", email: send.replyTo };
  return {
    ...wishOf(send),
    ...(isTimed(edit) && { scheduledAt: edit.scheduledAt, sendAt: edit.sendAt, scheduledAfter: edit.scheduledAfter }),
    window: edit.window === undefined ? send.window : (edit.window ?? undefined),
    sendBefore: edit.sendBefore ?? send.sendBefore,
    holdUntil: edit.holdUntil ?? send.holdUntil,
    to: edit.to ?? { name: send.toName ?? "", email: send.toEmail },
    cc: edit.cc ?? send.cc,
    bcc: edit.bcc ?? send.bcc,
    fromEmail: edit.fromEmail,
    ownEmail: moves ? undefined : send.fromEmail,
    fromName: edit.fromName ?? (moves ? undefined : send.fromName),
    replyTo: edit.replyTo === undefined ? replyTo : (edit.replyTo ?? undefined),
    subject: edit.subject ?? send.subject,
    bodyHtml: rewrites ? edit.bodyHtml : body.html,
    bodyText: rewrites ? edit.bodyText : body.text,
    attachments: edit.attachments ?? filesOf(send.attachments, contents),
    headers: headersOf(send, edit, hasLink),
    unsubscribe: edit.unsubscribe,
    ...labelsOf(send),
    ...labelsOf(edit),
    cancelOn: edit.cancelOn ?? send.cancelOn,
    cancelOnUnknown: edit.cancelOnUnknown ?? send.cancelOnUnknown,
    answersSince: send.answersSince,
    kind: send.kind,
    inReplyTo: send.inReplyTo,
    references: send.references,
    threadId: send.threadId,
    waitsFor: send.waitsFor,
  };
};

/** Throws 400 for an edited email that no request could ask for. */
const assertWhole = (
  { bodyHtml = "", bodyText = "", cc = [], bcc = [], unsubscribe, ...email }: PlacedEmail,
  hasLink: boolean,
  now: Date,
) => {
  if (bodyHtml === "" && bodyText === "") throw invalid({ field: "bodyText", message: "bodyHtml or bodyText is required" });
  if (1 + cc.length + bcc.length > RECIPIENTS_MAX)
    throw invalid({ field: "bcc", message: `to, cc and bcc must have at most ${RECIPIENTS_MAX} addresses together` });
  if ((unsubscribe ?? hasLink) && cc.length + bcc.length > 0)
    throw invalid({ field: "unsubscribe", message: "needs an email with a single recipient, whom the link suppresses" });
  const at = departureOf(email, now) ?? now;
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

/**
 * Writes a held email anew: what is approved from now on is this revision. Throws 400 for an email that no request could ask for, 403, 404, 409 for
 * one that does not wait any more, for a suppressed recipient and a disconnected mailbox, and StaleRevision.
 */
export const editHeld = async (ports: EditPorts, userId: string, id: string, edit: EditRequest, by: Writer): Promise<Send> => {
  const send = await findHeld(ports, userId, id, by);
  const { revision, mailboxId = send.mailboxId } = edit;
  if (revision === undefined) throw invalid({ field: "revision", message: "is required for an email that waits for approval" });
  if (revision !== send.revision) throw new StaleRevision();
  if (mailboxId !== send.mailboxId && (send.threadId !== undefined || send.waitsFor !== undefined))
    throw invalid({ field: "mailboxId", message: "cannot be changed: the email belongs to a conversation of its mailbox" });
  if (edit.scheduledAfter !== undefined && send.waitsFor === undefined)
    throw invalid({ field: "scheduledAfter", message: "needs a follow-up, whose original has not left" });
  const [originOf, linkOf, content] = await Promise.all([
    findOrigins(ports, userId, [mailboxId]),
    ports.unsubscribeLinks(),
    contentOf(ports, send),
  ]);
  const hasLink = send.headers["List-Unsubscribe"] === `<${linkOf(send.id)}>`;
  const origin = originOf({ mailboxId, ipId: edit.ipId, cancelOn: edit.cancelOn, fromEmail: edit.fromEmail });
  if ("refusal" in origin) throw origin.refusal;
  const email = editedEmail(send, content, edit, hasLink);
  assertWhole(email, hasLink && edit.unsubscribe !== false, ports.clock.now());
  const drafted = draftSend(ports, { ...origin, ipId: edit.ipId ?? send.ipId ?? origin.ipId }, email);
  const messageId = mailboxId === send.mailboxId ? send.messageId : drafted.send.messageId.replace(drafted.send.id, send.id);
  const same = { id: send.id, messageId, createdAt: send.createdAt };
  const [draft] = await withUnsubscribe(ports, [{ ...drafted, send: { ...drafted.send, ...same } }]);
  const suppressed = (await suppressedAmong(ports, [draft!.send]))(draft!.send);
  if (suppressed.length > 0) throw recipientSuppressed(suppressed);
  const edited = await ports.held.edit(draft as Draft, revision, ownOnly(by));
  if (!edited) throw new StaleRevision();
  await publishEvents(ports, "sends", [id]);
  return edited;
};

/** The ports of approving. */
export interface ApprovePorts extends EditPorts {
  readonly sends: Pick<Sends, "find" | "bodies" | "contents" | "followUps" | "rescheduleFollowUps" | "endFollowUps">;
  readonly wakeUps: WakeUps;
}

/** A person's request to approve. */
export interface ApproveRequest {
  readonly revision: number;
  readonly evenIfAnswered?: boolean | undefined;
}

/** Who approves, and from where. */
export type Approver = Pick<Concerned, "keyId"> & Pick<NewAuditEntry, "operation" | "sourceIp" | "userAgent">;

/** Throws 409 for an email that does not wait for approval, or could not leave any more. */
const assertApprovable = (send: Send, parent: Send | undefined, at: Date): void => {
  const no = (details: string) => conflict("The send cannot be approved", details);
  if (!isHeld(send)) throw no(`it does not wait for approval: it is ${send.status}`);
  if (send.sendBefore && send.sendBefore <= at) throw no("the last moment at which it may leave has passed");
  if (send.waitsFor !== undefined && (!parent || parent.status === "failed" || parent.status === "cancelled"))
    throw no("its original will never be sent");
};

/**
 * Approves a held email, which is charged in the same transaction and leaves at its time, in its window. Repeating it changes nothing and returns the
 * send. With `within`, only sends of these mailboxes exist. Throws 402, which leaves it held, 404, 409, 429 and StaleRevision.
 */
export const approveHeld = async (
  ports: ApprovePorts,
  { userId, id, within }: { readonly userId: string; readonly id: string; readonly within?: readonly string[] | undefined },
  { revision, evenIfAnswered = false }: ApproveRequest,
  by: Approver,
): Promise<Send> => {
  const send = await ports.sends.find(userId, id);
  if (!send || (within && !within.includes(send.mailboxId))) throw notFound("Send");
  if (revision !== send.revision) throw new StaleRevision();
  if (send.approvedAt) return send;
  const now = ports.clock.now();
  const parent = send.waitsFor === undefined ? undefined : await ports.sends.find(userId, send.waitsFor);
  const at = departureOf({ ...wishOf(send), window: send.window }, now, parent?.sentAt ?? parent?.scheduledAt);
  assertApprovable(send, parent, at ?? now);
  const { mailboxId, fromEmail } = send;
  const [originOf, suppressedOf, { body, contents }] = await Promise.all([
    findOrigins(ports, userId, [mailboxId]),
    suppressedAmong(ports, [send]),
    contentOf(ports, send),
  ]);
  const origin = originOf({ mailboxId, fromEmail });
  if ("refusal" in origin)
    throw origin.field === "fromEmail"
      ? conflict("The send cannot be approved", `${fromEmail} is not the mailbox's any more`)
      : origin.refusal;
  const suppressed = suppressedOf(send);
  if (suppressed.length > 0) throw recipientSuppressed(suppressed);
  const hash = contentHash(send, body, filesOf(send.attachments, contents) ?? []);
  const entry: NewAuditEntry = {
    ...by,
    userId,
    action: "send.approved",
    outcome: "done",
    resourceId: id,
    fields: ["revision", ...(evenIfAnswered ? ["evenIfAnswered"] : [])].map(snakeCase),
    contentSha256: hash,
  };
  const notBefore = parent && isWaiting(parent) ? parent.dueAt : undefined;
  const outcome = await ports.held.approve(userId, id, { revision, hash, at, notBefore, evenIfAnswered, entry });
  if (outcome.kind === "unpaid") throw outcome.waitSeconds === undefined ? walletEmpty() : hourlyLimitReached(outcome.waitSeconds);
  if (outcome.kind === "answered")
    throw new Refusal("conversationChanged", "Mail has arrived in its conversation since this revision", { details: outcome.messageId });
  if (outcome.kind === "changed") return approvedMeanwhile(ports, userId, id, revision);
  await afterApproval(ports, outcome.send, at ?? now);
  return outcome.send;
};

/** Another approval came first, or the email was edited or cancelled meanwhile. */
const approvedMeanwhile = async ({ sends }: ApprovePorts, userId: string, id: string, revision: number): Promise<Send> => {
  const send = await sends.find(userId, id);
  if (send?.approvedAt && send.revision === revision) return send;
  if (send && !isHeld(send)) throw conflict("The send cannot be approved", `it does not wait for approval: it is ${send.status}`);
  if (send?.revision === revision) throw conflict("The send cannot be approved", "its time for approval is over");
  throw new StaleRevision();
};

/** What follows from an approval. Never throws: the approval is committed, and the sweeper finds what is due. */
const afterApproval = async (ports: ApprovePorts, send: Send, at: Date): Promise<void> => {
  const { userId, id } = send;
  await publishEvents(ports, "sends", [id]);
  try {
    await endIfParentEnded(ports, userId, send.waitsFor);
    await ports.wakeUps.wake([send]);
    await rescheduleFollowUps(ports, userId, await ports.sends.followUps(userId, [id]), new Map([[id, at]]));
  } catch (error) {
    ports.log.warn("after-work of an approval failed", { sendId: id, error });
  }
};

/** No approval of many begins later than this after the first, ms: an answer may take 29 s (AWS, "Quotas for HTTP APIs"). */
const BEGIN_WITHIN_MS = 15_000;

/** Approves emails, each judged by itself. Those for which no time is left are refused as unavailable: repeating the request goes on. */
export const approveMany = async (
  ports: ApprovePorts,
  whose: { readonly userId: string; readonly within?: readonly string[] | undefined },
  items: readonly (ApproveRequest & { readonly id: string })[],
  by: Approver,
): Promise<readonly { readonly id: string; readonly result: Send | Refusal }[]> => {
  const until = ports.clock.now().getTime() + BEGIN_WITHIN_MS;
  const results: { id: string; result: Send | Refusal }[] = [];
  for (const { id, ...asked } of items) {
    const isOver = ports.clock.now().getTime() >= until;
    const result = isOver
      ? unavailable("Not judged for lack of time: repeat the request", 1)
      : await judged(ports, { ...whose, id }, asked, by);
    results.push({ id, result });
  }
  return results;
};

const judged = (...asked: Parameters<typeof approveHeld>): Promise<Send | Refusal> =>
  approveHeld(...asked).catch((error: unknown) => {
    if (error instanceof StaleRevision) return conflict("The email was changed meanwhile", "it has another revision");
    if (error instanceof Refusal) return error;
    throw error;
  });
