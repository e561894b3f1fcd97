import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Clock, Ids } from "../../ports.ts";
import type { Bounce } from "../../mail/read/bounces/read-bounce.ts";
import { understandKind } from "../../mail/read/classify.ts";
import { newContent } from "../../mail/read/new-content.ts";
import type { ParsedMessage } from "../../mail/parsed-message.ts";
import type { ReceivedMail } from "../ports.ts";
import type { BounceFacts, DecidedMail, OwnSend, OwnSends, PreparedMail } from "./prepared-mail.ts";
import type { FolderCursor } from "../pull/sync-state.ts";
import { answeredIds, linkIds } from "../../mail/read/thread-links.ts";

type Receiver = Pick<Mailbox, "id" | "userId" | "email" | "inboxEnabledAt">;

const REASON_LENGTH = 500;

/**
 * Reads a mail; undefined for one that the mailbox itself sent, which is not inbound (contract/README.md, "Inbox"). A form on a website writes in the
 * owner's name too, but wants the answer to go to somebody else.
 */
export const prepareMail = (
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  mailbox: Receiver,
  { path, role, uidValidity }: Pick<FolderCursor, "path" | "role" | "uidValidity">,
  { facts, parsed, fingerprint }: ReceivedMail,
): PreparedMail | undefined => {
  const own = mailbox.email.toLowerCase();
  const isFrom = ({ email }: { readonly email: string }) => email.toLowerCase() === own;
  if (facts.own || (isFrom(parsed.from) && parsed.replyTo.every(isFrom))) return undefined;
  const { bounce, asNew, asAnswer } = understandKind(parsed);
  const added = newContent(parsed);
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
      isRead: facts.seen && mailbox.inboxEnabledAt !== undefined && facts.receivedAt < mailbox.inboxEnabledAt,
      receivedAt: facts.receivedAt,
      createdAt: clock.now(),
      dedupeKey: facts.providerId ?? fingerprint,
      counterparts: counterparts(parsed, own),
    },
    body: { text, html, replyHtml: added.html },
    fromJunk: role === "junk",
    kind: asNew.kind,
    explained: asNew,
    asAnswer,
    parentIds: answeredIds(parsed),
    links: [...linkIds(parsed), ...(facts.providerThreadId === undefined ? [] : [facts.providerThreadId])],
    ...(bounce && { bounce: bounceFacts(bounce) }),
  };
};

const counterparts = ({ from, to, cc }: ParsedMessage, own: string): readonly string[] => [
  ...new Set([from, ...to, ...cc].map(({ email }) => email.toLowerCase()).filter((email) => email !== "" && email !== own)),
];

const bounceFacts = ({ maker, recipients, messageIds, final, reason }: Bounce): BounceFacts => {
  return {
    maker,
    messageIds,
    recipients: recipients.map(({ email, action, reason: why }) => ({
      email: email.toLowerCase(),
      failed: action === "failed",
      reason: why.slice(0, REASON_LENGTH),
    })),
    final,
    reason: reason.slice(0, REASON_LENGTH),
  };
};

/** A notice that names no message of ours concerns a send to its recipient of the last 7 days (contract/README.md, "Inbox"). */
const BOUNCE_WINDOW_MS = 7 * 24 * 3_600_000;

/** Clocks differ by so much at most. */
const SKEW_MS = 600_000;

/** Whether the mail concerns a send, and whether it is kept: of Junk only bounces and answers to own sends are. */
export const decideMail = (mail: PreparedMail, own: OwnSends): DecidedMail | undefined => {
  if (mail.bounce) {
    const concerns = bouncedSend(mail.bounce, mail.message.receivedAt, own);
    if (!concerns) return mail;
    const reported = mail.bounce.recipients.find(({ email }) => email === concerns.toEmail.toLowerCase());
    const failed = mail.bounce.maker !== "person" && (reported?.failed ?? mail.bounce.final);
    const reason = reported?.reason || mail.bounce.reason;
    return { ...mail, concerns, bounce: { ...mail.bounce, reason }, ...(failed && { stamp: "bounced" as const }) };
  }
  const concerns = mail.parentIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  if (!concerns) return mail.fromJunk ? undefined : mail;
  const { asAnswer } = mail;
  return { ...mail, kind: asAnswer.kind, explained: asAnswer, concerns, ...(asAnswer.kind === "reply" && { stamp: "replied" }) };
};

/**
 * The send that a notice is about: the one whose Message-ID it returns, which nobody else can name (G5). Only where it returns none at all, and
 * a mail system sent it, the recipient decides.
 */
const bouncedSend = ({ maker, messageIds, recipients }: BounceFacts, receivedAt: Date, own: OwnSends): OwnSend | undefined => {
  if (messageIds.length > 0) return messageIds.map((id) => own.byMessageId(id)).find((send) => send !== undefined);
  if (maker !== "system") return undefined;
  const inWindow = ({ sentAt }: OwnSend) => {
    const age = sentAt === undefined ? Infinity : receivedAt.getTime() - sentAt.getTime();
    return age >= -SKEW_MS && age <= BOUNCE_WINDOW_MS;
  };
  const failed = recipients.filter((recipient) => recipient.failed);
  return (failed.length > 0 ? failed : recipients).flatMap(({ email }) => own.byRecipient(email).filter(inWindow)).at(0);
};
