import type { Mailbox } from "../mailboxes/mailbox.ts";
import type { Clock, Ids } from "../ports.ts";
import { readBounce } from "./bounce/read-bounce.ts";
import { classify } from "./classify.ts";
import { newContent } from "./new-content.ts";
import type { ParsedMessage } from "./parsed-message.ts";
import type { ReceivedMail } from "./ports.ts";
import type { BounceFacts, DecidedMail, OwnSend, OwnSends, PreparedMail } from "./prepared-mail.ts";
import type { FolderCursor } from "./sync-state.ts";
import { linkIds } from "./thread-links.ts";

type Receiver = Pick<Mailbox, "id" | "userId" | "email" | "inboxEnabledAt">;

const REASON_LENGTH = 500;

/** Reads a mail; undefined for one that the mailbox itself sent, which is not inbound (api.md, "Inbox"). */
export const prepareMail = (
  { clock, ids }: { readonly clock: Clock; readonly ids: Ids },
  mailbox: Receiver,
  { path, role, uidValidity }: Pick<FolderCursor, "path" | "role" | "uidValidity">,
  { facts, parsed, fingerprint }: ReceivedMail,
): PreparedMail | undefined => {
  const own = mailbox.email.toLowerCase();
  if (facts.own || parsed.from.email.toLowerCase() === own) return undefined;
  const bounce = readBounce(parsed);
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
    kind: classify(parsed, { answersOwnSend: false }),
    kindAsAnswer: classify(parsed, { answersOwnSend: true }),
    parentId: parsed.inReplyTo || (parsed.references.at(-1) ?? ""),
    links: [...linkIds(parsed), ...(facts.providerThreadId === undefined ? [] : [facts.providerThreadId])],
    ...(bounce && { bounce: bounceFacts(bounce) }),
  };
};

const counterparts = ({ from, to, cc }: ParsedMessage, own: string): readonly string[] => [
  ...new Set([from, ...to, ...cc].map(({ email }) => email.toLowerCase()).filter((email) => email !== "" && email !== own)),
];

const bounceFacts = ({ recipients, originalMessageId, final, reason }: NonNullable<ReturnType<typeof readBounce>>): BounceFacts => {
  const failed = recipients.filter(({ action }) => action === "failed");
  return {
    originalMessageId,
    recipients: (failed.length > 0 ? failed : recipients).map(({ email }) => email),
    final,
    reason: reason.slice(0, REASON_LENGTH),
  };
};

/** A notice that names no message of ours concerns a send to its recipient of the last 7 days (api.md, "Inbox"). */
const BOUNCE_WINDOW_MS = 7 * 24 * 3_600_000;

/** Whether the mail concerns a send, and whether it is kept: of Junk only bounces and answers to own sends are. */
export const decideMail = (mail: PreparedMail, own: OwnSends): DecidedMail | undefined => {
  if (mail.bounce) {
    const concerns = bouncedSend(mail.bounce, mail.message.receivedAt, own);
    return { ...mail, ...(concerns && { concerns }), ...(concerns && mail.bounce.final && { stamp: "bounced" }) };
  }
  const concerns = mail.parentId === "" ? undefined : own.byMessageId(mail.parentId);
  if (!concerns) return mail.fromJunk ? undefined : mail;
  return { ...mail, kind: mail.kindAsAnswer, concerns, ...(mail.kindAsAnswer === "reply" && { stamp: "replied" }) };
};

const bouncedSend = ({ originalMessageId, recipients }: BounceFacts, receivedAt: Date, own: OwnSends): OwnSend | undefined => {
  const named = originalMessageId === "" ? undefined : own.byMessageId(originalMessageId);
  if (named) return named;
  const inWindow = ({ sentAt, createdAt }: OwnSend) => {
    const age = receivedAt.getTime() - (sentAt ?? createdAt).getTime();
    return sentAt !== undefined && age <= BOUNCE_WINDOW_MS;
  };
  return recipients.flatMap((email) => own.byRecipient(email.toLowerCase()).filter(inWindow)).at(0);
};
