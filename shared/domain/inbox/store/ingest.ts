import type { Mailbox } from "../../mailboxes/mailbox.ts";
import { isOwnAddress, type Owner } from "../../mailboxes/own-addresses.ts";
import type { Clock, Ids } from "../../ports.ts";
import type { Bounce } from "../../mail/read/bounces/read-bounce.ts";
import { understandKind } from "../../mail/read/classify.ts";
import { newContent } from "../../mail/read/new-content.ts";
import { bareSubject, isReplySubject } from "../../mail/write/compose/subject.ts";
import { fingerprint, headerFingerprint } from "../../mail/read/fingerprint.ts";
import { type Address, headerOf, type ParsedMessage } from "../../mail/parsed-message.ts";
import { MARK_HEADER } from "../../mail/write/build-mime.ts";
import type { MessageFacts, ReceivedMail } from "../ports.ts";
import type { BounceFacts, DecidedMail, OwnSend, OwnSends, PreparedMail } from "./prepared-mail.ts";
import { allRecipients, type BouncedRecipient } from "../../sending/recipients.ts";
import type { FolderCursor, FolderRole } from "../pull/sync-state.ts";
import { answeredIds, linkIds } from "../../mail/read/thread-links.ts";

type Receiver = Pick<Mailbox, "id" | "userId" | "email" | "aliases" | "inboxEnabledAt">;

const REASON_LENGTH = 500;

/** Reads a mail that was received, or sent outside this service; undefined for any other. */
export const prepareMail = (
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  mailbox: Receiver,
  { path, role, uidValidity }: Pick<FolderCursor, "path" | "role" | "uidValidity">,
  { facts, parsed, stub }: ReceivedMail,
): PreparedMail | undefined => {
  const direction = directionOf(mailbox, role, facts, parsed);
  if (!direction) return undefined;
  const { bounce, asNew, asAnswer } = understandKind(parsed);
  const parentIds = answeredIds(parsed);
  const added = newContent(parsed);
  const stubKey = `stub:${headerFingerprint(parsed)}`;
  const { text, html } = parsed;
  return {
    message: {
      id: ids.objectId(),
      userId: mailbox.userId,
      mailboxId: mailbox.id,
      folder: path,
      uidValidity,
      uid: facts.uid,
      messageId: parsed.messageId,
      inReplyTo: parsed.inReplyTo,
      references: parsed.references,
      from: parsed.from,
      to: parsed.to,
      cc: parsed.cc,
      replyTo: parsed.replyTo[0]?.email ?? "",
      subject: parsed.subject,
      snippet: added.snippet,
      replyText: added.text,
      bodyTruncated: parsed.truncated.body || parsed.truncated.parts,
      attachments: parsed.attachments,
      isRead: direction === "outbound" || (facts.seen && mailbox.inboxEnabledAt !== undefined && facts.receivedAt < mailbox.inboxEnabledAt),
      receivedAt: facts.receivedAt,
      createdAt: clock.now(),
      dedupeKey: stub ? stubKey : fingerprint(parsed),
      ...(facts.providerId !== undefined && { providerId: facts.providerId }),
      counterparts: counterparts(parsed, mailbox),
      ...(direction === "outbound" && { direction }),
    },
    body: { text, html, replyHtml: added.html },
    stubKey,
    fromJunk: role === "junk",
    mark: direction === "outbound" ? headerOf(parsed, MARK_HEADER.toLowerCase()) : "",
    kind: asNew.kind,
    explained: asNew,
    asAnswer,
    parentIds,
    links: [...linkIds(parsed), ...(facts.providerThreadId === undefined ? [] : [facts.providerThreadId])],
    author: direction === "outbound" ? undefined : authorOf(parsed, mailbox),
    quotedIds: parentIds.length > 0 ? [] : ownIdsIn(text),
    ...(bounce && direction === "inbound" && { bounce: bounceFacts(bounce) }),
  };
};

/**
 * Whether the mail was received or sent; undefined for a draft. Mail to oneself is received, wherever it lies first; so is what a form on
 * a website writes in the owner's name, as its answer shall go to somebody else.
 */
const directionOf = (
  mailbox: Receiver,
  role: FolderRole,
  facts: MessageFacts,
  { from, to, cc, replyTo }: ParsedMessage,
): "inbound" | "outbound" | undefined => {
  const isOwn = ({ email }: Address) => isOwnAddress(mailbox, email);
  if (facts.draft) return undefined;
  const toOneself = [...to, ...cc].some(isOwn);
  if (role === "sent") return toOneself ? undefined : "outbound";
  if (toOneself) return "inbound";
  if (facts.own) return "outbound";
  if (!isOwn(from) || !replyTo.every(isOwn)) return "inbound";
  return role === "all" ? "outbound" : undefined;
};

const counterparts = ({ from, to, cc }: ParsedMessage, mailbox: Owner): readonly string[] => [
  ...new Set([from, ...to, ...cc].map(({ email }) => email.toLowerCase()).filter((email) => email !== "" && !isOwnAddress(mailbox, email))),
];

/** Whoever writes in the owner's name is known by where the answer goes. */
const authorOf = ({ from, replyTo, to, cc }: ParsedMessage, mailbox: Owner): string | undefined =>
  [from, ...replyTo, ...to, ...cc].map(({ email }) => email.toLowerCase()).find((email) => email !== "" && !isOwnAddress(mailbox, email));

/** The most ids in a text that are looked up. */
const QUOTED_IDS_MAX = 5;

/** Message-IDs as this service makes them (G5), where they stand in a text. Their second half is looked for: it begins with a dot, which is rarer than a digit. */
const ownIdsIn = (text: string): readonly string[] => {
  const halves = text.matchAll(/\.[0-9a-f]{32}@[a-z0-9.-]{1,253}/g);
  const found = halves.flatMap(({ 0: half, index }) => {
    const first = /\b[0-9a-f]{24}$/.exec(text.slice(Math.max(0, index - 25), index));
    return first ? [`<${first[0]}${half}>`] : [];
  });
  return [...new Set(found)].slice(0, QUOTED_IDS_MAX);
};

const bounceFacts = ({ maker, recipients, messageIds, final, reason }: Bounce): BounceFacts => {
  return {
    maker,
    messageIds,
    recipients: recipients.flatMap(({ email, original, action, reason: why }) =>
      [email, original ?? []].flat().map((address) => ({
        email: address.toLowerCase(),
        failed: action === "failed",
        reason: why.slice(0, REASON_LENGTH),
      })),
    ),
    final,
    reason: reason.slice(0, REASON_LENGTH),
  };
};

/** A notice that names no message of ours concerns a send to its recipient of the last 7 days (contract/README.md, "Inbox"). */
const BOUNCE_WINDOW_MS = 7 * 24 * 3_600_000;

/** Clocks differ by so much at most. */
const SKEW_MS = 600_000;

/** The send that a mail in the Sent folder is, by its Message-ID or by the mark that it carries. */
export const ownSend = ({ message, mark }: PreparedMail, own: OwnSends): OwnSend | undefined =>
  own.byMessageId(message.messageId) ?? own.byMessageId(mark);

/** Whether the mail concerns a send, and whether it is kept: of Junk only bounces and answers to own sends are. */
export const decideMail = (mail: PreparedMail, own: OwnSends): DecidedMail | undefined => {
  if (mail.message.direction === "outbound") return ownSend(mail, own) ? undefined : mail;
  if (mail.bounce) {
    const concerns = bouncedSend(mail.bounce, mail.message.receivedAt, own);
    if (!concerns) return mail;
    const { maker, ...bounce } = mail.bounce;
    const returned = maker === "person" ? [] : returnedBy(bounce, allRecipients(concerns));
    const reason = reportedOn(bounce, allRecipients(concerns)).at(0)?.reason || bounce.reason;
    const first = returned.at(0)?.reason ?? reason;
    const stamped = returned.length > 0 && { stamp: "bounced" as const, returned };
    return { ...mail, concerns, bounce: { ...mail.bounce, reason: first }, ...stamped };
  }
  const named = mail.parentIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  const shown = named ? { concerns: named } : answeredByEvidence(mail, own);
  if (!shown) return mail.fromJunk ? undefined : mail;
  const { asAnswer } = mail;
  return { ...mail, ...shown, kind: asAnswer.kind, explained: asAnswer, ...(asAnswer.kind === "reply" && { stamp: "replied" }) };
};

type Report = Pick<BounceFacts, "recipients" | "final" | "reason">;

/** What the notice reports on recipients of the send, by their addresses as the send has them. */
const reportedOn = ({ recipients }: Report, sentTo: readonly string[]) =>
  sentTo.flatMap((email) => {
    const reported = recipients.find((one) => one.email === email.toLowerCase());
    return reported ? [{ ...reported, email }] : [];
  });

/** Whose copies came back. A notice that names none of the recipients tells at least that one failed: which, where there is only one. */
const returnedBy = (report: Report, sentTo: readonly string[]): readonly Omit<BouncedRecipient, "at">[] => {
  const reported = reportedOn(report, sentTo);
  if (reported.length > 0)
    return reported.filter(({ failed }) => failed).map(({ email, reason }) => ({ email, reason: reason || report.reason }));
  return report.final ? [{ email: sentTo.length === 1 ? (sentTo[0] ?? "") : "", reason: report.reason }] : [];
};

/** A mail that names no parent answers the latest send to its sender of so long, when there is only one. */
const ANSWER_WINDOW_MS = 30 * 24 * 3_600_000;

/** The send that a mail without links answers, where the evidence leaves one alone. */
const answeredByEvidence = (
  { message, parentIds, quotedIds, author, kind, fromJunk }: PreparedMail,
  own: OwnSends,
): Required<Pick<DecidedMail, "concerns" | "linkedBy">> | undefined => {
  if (parentIds.length > 0) return undefined;
  const quoted = [...new Set(quotedIds.flatMap((id) => own.byMessageId(id) ?? []))];
  if (quoted.length > 0) return quoted.length === 1 ? { concerns: quoted[0]!, linkedBy: "quote" } : undefined;
  if (author === undefined || kind === "bulk" || fromJunk || !isReplySubject(message.subject)) return undefined;
  const recent = own.byRecipient(author).filter(({ sentAt }) => within(sentAt, message.receivedAt, ANSWER_WINDOW_MS));
  const subject = bareSubject(message.subject);
  const [only] = recent;
  if (recent.length !== 1 || !only || subject === "" || bareSubject(only.subject) !== subject) return undefined;
  return { concerns: only, linkedBy: "subject" };
};

/** Whether a send left so long before the mail at most. */
const within = (sentAt: Date | undefined, receivedAt: Date, windowMs: number): boolean => {
  const age = sentAt === undefined ? Infinity : receivedAt.getTime() - sentAt.getTime();
  return age >= -SKEW_MS && age <= windowMs;
};

/**
 * The send that a notice is about: the one whose Message-ID it returns, which nobody else can name (G5). Only where it returns none at all, and
 * a mail system sent it, the recipient decides.
 */
const bouncedSend = ({ maker, messageIds, recipients }: BounceFacts, receivedAt: Date, own: OwnSends): OwnSend | undefined => {
  if (messageIds.length > 0) return messageIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  if (maker !== "system") return undefined;
  const inWindow = ({ sentAt }: OwnSend) => within(sentAt, receivedAt, BOUNCE_WINDOW_MS);
  const failed = recipients.filter((recipient) => recipient.failed);
  return (failed.length > 0 ? failed : recipients).flatMap(({ email }) => own.byRecipient(email).filter(inWindow)).at(0);
};
