import { type Mailbox, type Owner, reachesMailbox } from "#shared/mailboxes/mailbox.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { Bounce } from "#shared/mail/read/bounces/read-bounce.ts";
import { type Complaint, readComplaint } from "#shared/mail/read/bounces/reports.ts";
import { type Classification, understandKind } from "#shared/mail/read/classify.ts";
import { matchOf } from "#shared/mail/read/readable-text.ts";
import { newContent } from "#shared/mail/read/new-content.ts";
import { mailOffset, parseMailDate } from "#shared/mail/read/mime/field-values.ts";
import { fingerprint, headerFingerprint, answeredIds, linkIds } from "#shared/mail/read/mail-ids.ts";
import { type Address, headerOf, type ParsedMessage } from "#shared/mail/parsed-message.ts";
import { TRACKING_HEADER } from "#shared/mail/write/custom-headers.ts";
import type { MessageFacts, ReceivedMail } from "../ports/mail-session.ts";
import { dmarcFailure, isAuthenticated } from "./decide-mail.ts";
import type { BounceFacts, PreparedMail } from "./prepared-mail.ts";
import { isKeptWhole } from "../pull/choose-folders.ts";
import type { Healing } from "../pull/pull.ts";
import type { FolderCursor, FolderRole } from "../pull/sync-state.ts";

type Receiver = Pick<Mailbox, "id" | "userId" | "email" | "aliases" | "inboxEnabledAt" | "type" | "smtp" | "imap" | "folders">;

const REASON_LENGTH = 500;
/** The most addresses of a Reply-To that an answer goes to. */
const REPLY_TO_MAX = 10;

/** Longer mail, in characters, is not compared with its parent, because that happens within the page's transaction. */
const ASKS_UP_TO = 256 * 1024;

/** Reads a mail that was received, or sent outside this service; undefined for a draft. */
export const prepareMail = (
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  mailbox: Receiver,
  { path, role, uidValidity, since }: Pick<FolderCursor, "path" | "role" | "uidValidity" | "since">,
  { facts, parsed, headersOnly }: ReceivedMail,
  healing?: Pick<Healing, "wasPassedOver">,
): PreparedMail | undefined => {
  const direction = directionOf(mailbox, role, facts, parsed);
  if (!direction) return undefined;
  const complaint = direction === "inbound" ? readComplaint(parsed) : undefined;
  const { bounce, kindAlone, kindAsAnswer } = complaint ? complaintKind(complaint) : understandKind(parsed);
  const parentIds = answeredIds(parsed);
  const added = newContent(parsed);
  const headersKey = `stub:${headerFingerprint(parsed)}`;
  const failure = direction === "inbound" ? dmarcFailure(parsed, mailbox) : undefined;
  const { text, html } = parsed;
  const now = clock.now();
  const receivedAt = facts.unreported?.includes("date") ? (arrivalOf(parsed, now) ?? now) : facts.receivedAt;
  const fromOwn = reachesMailbox(mailbox, parsed.from.email);
  // Mail that an audit finds because an earlier version did not keep it records no event.
  const isLate = healing !== undefined && (fromOwn || healing.wasPassedOver(facts.uid));
  const wasThere = isLate || (mailbox.inboxEnabledAt !== undefined && receivedAt < mailbox.inboxEnabledAt);
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
      ...(parsed.replyTo.length > 1 && { alsoReplyTo: parsed.replyTo.slice(1, REPLY_TO_MAX).map(({ email }) => email) }),
      subject: parsed.subject,
      snippet: added.snippet,
      replyText: added.text,
      bodyTruncated: parsed.truncated.body || parsed.truncated.parts,
      attachments: parsed.attachments,
      ...(!facts.unreported?.includes("size") && { size: facts.size }),
      isRead: direction === "outbound" || (facts.seen && wasThere),
      receivedAt,
      createdAt: now,
      dedupeKey: headersOnly ? headersKey : fingerprint(parsed),
      ...(facts.providerId !== undefined && { providerId: facts.providerId }),
      counterparts: counterparts(parsed, mailbox),
      ...(direction === "outbound" && { direction }),
    },
    body: { text, html, replyHtml: added.html, ...(parsed.flow && { flow: parsed.flow }) },
    headersKey,
    fromJunk: role === "junk",
    onlyAnswers: !isKeptWhole(mailbox, { path, role }),
    fromOwn,
    toOwn: [...parsed.to, ...parsed.cc].some(({ email }) => reachesMailbox(mailbox, email)),
    isSentCopy: direction === "outbound" || role === "sent",
    tracking: direction === "outbound" || role === "sent" ? headerOf(parsed, TRACKING_HEADER.toLowerCase()) : "",
    kind: kindAlone.kind,
    explained: kindAlone,
    kindAsAnswer,
    parentIds,
    links: [...linkIds(parsed), ...(facts.providerThreadId === undefined ? [] : [facts.providerThreadId])],
    author: direction === "outbound" ? undefined : authorOf(parsed, mailbox),
    quotedIds: ownIdsIn(text),
    offset: mailOffset(headerOf(parsed, "date")),
    ...(added.asksForParent && text.length + html.length <= ASKS_UP_TO && { asksForParent: true }),
    ...(bounce && direction === "inbound" && { bounce: bounceFacts(bounce) }),
    ...(complaint && { complaint }),
    ...(failure !== undefined && { dmarcFailure: failure }),
    ...(direction === "inbound" && isAuthenticated(parsed, mailbox) && { isAuthenticated: true }),
    ...(isLate && { isLate }),
    ...(isTooOld(facts, parsed, since) && { isTooOld: true }),
  };
};

/** The largest difference between servers' clocks. */
const SKEW_MS = 600_000;

/**
 * When the mailbox's own server took the mail, by the topmost Received header (RFC 5321, 4.4); undefined when the header has no time or a future one.
 */
const arrivalOf = (parsed: ParsedMessage, now: Date): Date | undefined => {
  const trace = headerOf(parsed, "received");
  const at = parseMailDate(trace.slice(trace.lastIndexOf(";") + 1));
  return at && at.getTime() <= now.getTime() + SKEW_MS ? at : undefined;
};

/**
 * Whether the mail is older than the wanted date: its INTERNALDATE is, and so is its topmost Received header, if it has one. Moving or importing
 * keeps both, and a server with a wrong clock does not exclude new mail.
 */
const isTooOld = ({ receivedAt, unreported }: MessageFacts, parsed: ParsedMessage, since: Date): boolean => {
  // Servers date by whole seconds.
  const second = Math.floor(since.getTime() / 1_000) * 1_000;
  if (unreported?.includes("date") || receivedAt.getTime() >= second) return false;
  if (headerOf(parsed, "received") === "") return true;
  const arrived = arrivalOf(parsed, since);
  return arrived !== undefined && arrived.getTime() < second;
};

/**
 * Whether the mail was received or sent; undefined for a draft. Mail to oneself counts as received, whichever copy is seen first. Otherwise the
 * folder or the provider's label marks sent mail. Anybody may write a From address with the owner in Bcc, so the From address alone marks none.
 * In a folder other than INBOX it does where no Received header shows that the mail travelled (RFC 5321, 4.4): there people file what they sent.
 */
const directionOf = (
  mailbox: Receiver,
  role: FolderRole,
  facts: MessageFacts,
  parsed: ParsedMessage,
): "inbound" | "outbound" | undefined => {
  const { from, to, cc, replyTo } = parsed;
  const isOwn = ({ email }: Address) => reachesMailbox(mailbox, email);
  if (facts.draft) return undefined;
  if ([...to, ...cc].some(isOwn)) return "inbound";
  if (role === "sent" || facts.own) return "outbound";
  const isFiled = role === "other" && headerOf(parsed, "received") === "";
  return isFiled && isOwn(from) && replyTo.every(isOwn) ? "outbound" : "inbound";
};

const counterparts = ({ from, to, cc }: ParsedMessage, mailbox: Owner): readonly string[] => [
  ...new Set(
    [from, ...to, ...cc].map(({ email }) => email.toLowerCase()).filter((email) => email !== "" && !reachesMailbox(mailbox, email)),
  ),
];

/** Who wrote the mail: its From address or, where a form writes in the owner's name, the first Reply-To address that is not the owner's. */
const authorOf = ({ from, replyTo }: ParsedMessage, mailbox: Owner): string | undefined =>
  [from, ...replyTo].map(({ email }) => email.toLowerCase()).find((email) => email !== "" && !reachesMailbox(mailbox, email));

/** How many ids in a text are looked up. */
const QUOTED_IDS_MAX = 5;

/**
 * Finds Message-IDs of this service's form (G5 in shared/README.md) in a text. It searches for their second half, which begins with a dot,
 * because dots are rarer than digits.
 */
const ownIdsIn = (text: string): readonly string[] => {
  const halves = text.matchAll(/\.[0-9a-f]{32}@[a-z0-9.-]{1,253}/g);
  const found = halves.flatMap(({ 0: half, index }) => {
    const first = /\b[0-9a-f]{24}$/.exec(text.slice(Math.max(0, index - 25), index));
    return first ? [`<${first[0]}${half}>`] : [];
  });
  return [...new Set(found)].slice(0, QUOTED_IDS_MAX);
};

const bounceFacts = ({ maker, recipients, messageIds, final, status, reason }: Bounce): BounceFacts => ({
  maker,
  messageIds,
  recipients: recipients.flatMap(({ email, original, action, status: code, reason: why }) =>
    [email, original ?? []].flat().map((address) => ({
      email: address.toLowerCase(),
      failed: action === "failed",
      status: code,
      reason: why.slice(0, REASON_LENGTH),
    })),
  ),
  final,
  status,
  reason: reason.slice(0, REASON_LENGTH),
});

/** A complaint counts as automatic mail and never as an answer, whatever else its form shows. */
const complaintKind = ({ type }: Complaint) => {
  const kind: Classification = { kind: "auto_reply", ...matchOf("feedback_report", `Feedback-Type: ${type}`) };
  return { bounce: undefined, kindAlone: kind, kindAsAnswer: kind };
};
