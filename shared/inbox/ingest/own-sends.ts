import { isReplySubject } from "#shared/mail/write/compose/compose.ts";
import { allRecipients } from "#shared/sending/recipients.ts";
import { trackedId } from "#shared/sending/email.ts";
import { transitions } from "#shared/sending/transitions.ts";
import { regionless } from "#shared/sending/deliver/look-up-unknown.ts";
import type { OpenPage, SendNames } from "../ports/open-page.ts";
import { ownSend } from "./decide-mail.ts";
import type { SendEffect } from "./send-effects.ts";
import type { NamedSends, OwnSend, OwnSends, PreparedMail } from "./prepared-mail.ts";

/** The form of the Message-IDs that this service makes (G5 in shared/README.md). */
const OWN_ID = /^<[0-9a-f]{24}\.[0-9a-f]{32}@/;

/** Finds the mailbox's sends that a page of mails names, and the sends that these mails may answer. */
export const recogniseOwn = async (
  { sends, messages }: Pick<OpenPage, "sends" | "messages">,
  mails: readonly PreparedMail[],
): Promise<NamedSends> => {
  const all = await sends.named(namesIn(mails));
  const ids = new Map(all.flatMap((send) => [send.messageId, send.providerMessageId ?? send.messageId].map((id) => [id, send])));
  const byMessageId = (id: string) => ids.get(id) ?? ids.get(regionless(id) ?? "");
  const parents = await knownParents(messages, mails, byMessageId);
  const hasParent = ({ parentIds }: PreparedMail) => parentIds.some((id) => parents.has(id) || byMessageId(id));
  const byId = new Map(all.map((send) => [send.id, send]));
  const byRecipient = new Map<string, OwnSend[]>();
  for (const send of await sends.sentTo([...new Set(mails.flatMap((mail) => (hasParent(mail) && !mail.bounce ? [] : askedFor(mail))))]))
    for (const email of new Set(allRecipients(send).map((one) => one.toLowerCase()))) {
      const known = byRecipient.get(email);
      if (known) known.push(send);
      else byRecipient.set(email, [send]);
    }
  return {
    all,
    byMessageId,
    hasParent,
    byId: (id) => byId.get(id),
    byRecipient: (email) => byRecipient.get(email) ?? [],
  };
};

/** Of the ids that the page's mails answer and that are no send's, those of stored messages and of the page's own. */
const knownParents = async (
  messages: OpenPage["messages"],
  mails: readonly PreparedMail[],
  byMessageId: OwnSends["byMessageId"],
): Promise<ReadonlySet<string>> => {
  const asked = new Set(
    mails.filter((mail) => !mail.bounce && mayAnswer(mail)).flatMap(({ parentIds }) => parentIds.filter((id) => !byMessageId(id))),
  );
  if (asked.size === 0) return asked;
  const stored = await messages.named([...asked]);
  return new Set([...stored, ...mails.map(({ message }) => message.messageId)]);
};

/** Whether something else than its parent may show which send a mail answers. */
const mayAnswer = (mail: PreparedMail): boolean =>
  mail.message.direction === undefined &&
  (askedFor(mail).length > 0 || mail.quotedIds.length > 0 || mail.links.some((id) => OWN_ID.test(id)));

/** The ids by which the page's mails may name sends: ours, those that a provider put in their place, and tracking headers. */
const namesIn = (mails: readonly PreparedMail[]): SendNames => {
  const returned = ({ bounce, complaint }: PreparedMail) => [...(bounce?.messageIds ?? []), ...(complaint?.messageIds ?? [])];
  const sent = ({ message, isSentCopy, fromOwn }: PreparedMail) =>
    (isSentCopy || fromOwn) && message.messageId !== "" ? [message.messageId] : [];
  const named = mails.flatMap((mail) => [...mail.links, ...mail.parentIds, ...mail.quotedIds, ...returned(mail)]);
  const answered = mails.flatMap((mail) => [...mail.parentIds, ...returned(mail), ...sent(mail)]);
  return {
    messageIds: [...new Set(named)].filter((id) => OWN_ID.test(id)),
    providerMessageIds: [...new Set(answered.flatMap((id) => [id, regionless(id) ?? id]))].filter((id) => !OWN_ID.test(id)),
    ids: [...new Set(mails.flatMap(({ tracking }) => trackedId(tracking) ?? []))],
  };
};

/** The recipients whose sends may show what a mail is about. */
const askedFor = ({ bounce, author, message }: PreparedMail): readonly string[] => {
  if (bounce) return bounce.recipients.map(({ email }) => email);
  return author === undefined || !isReplySubject(message.subject) ? [] : [author];
};

/** The moves that store the Message-ID by which the provider replaced ours, for sends found in the Sent folder. */
export const renamedSends = (mails: readonly PreparedMail[], own: OwnSends): readonly SendEffect[] =>
  mails.flatMap((mail) => {
    const { messageId: providerMessageId } = mail.message;
    const send = mail.isSentCopy ? ownSend(mail, own) : undefined;
    if (!send || providerMessageId === "" || providerMessageId === send.messageId) return [];
    return [{ sendId: send.id, move: transitions.amend, change: { set: { providerMessageId } } }];
  });
