import { isReplySubject } from "../../mail/write/compose/subject.ts";
import { allRecipients } from "../../sending/recipients.ts";
import { trackedId } from "../../sending/tracking-header.ts";
import { transitions } from "../../sending/transitions.ts";
import type { PageSends, SendNames } from "../ports/open-page.ts";
import { ownSend } from "./decide-mail.ts";
import type { SendNote } from "./notes.ts";
import type { NamedSends, OwnSend, OwnSends, PreparedMail } from "./prepared-mail.ts";

/** The form of the Message-IDs that this service makes (G5 in shared/domain/README.md). */
const OWN_ID = /^<[0-9a-f]{24}\.[0-9a-f]{32}@/;

/** Finds the mailbox's sends that a page of mails names, and those that it may answer. */
export const recogniseOwn = async (sends: PageSends, mails: readonly PreparedMail[]): Promise<NamedSends> => {
  const all = await sends.named(namesIn(mails));
  const byMessageId = new Map(all.flatMap((send) => [send.messageId, send.providerMessageId ?? send.messageId].map((id) => [id, send])));
  const byId = new Map(all.map((send) => [send.id, send]));
  const byRecipient = new Map<string, OwnSend[]>();
  for (const send of await sends.sentTo([...new Set(mails.flatMap(askedFor))]))
    for (const email of new Set(allRecipients(send).map((one) => one.toLowerCase()))) {
      const known = byRecipient.get(email);
      if (known) known.push(send);
      else byRecipient.set(email, [send]);
    }
  return {
    all,
    byMessageId: (id) => byMessageId.get(id),
    byId: (id) => byId.get(id),
    byRecipient: (email) => byRecipient.get(email) ?? [],
  };
};

/** The ids by which the page's mails may name sends: ours, those that a provider put in their place, and tracking headers. */
const namesIn = (mails: readonly PreparedMail[]): SendNames => {
  const returned = ({ bounce, complaint }: PreparedMail) => [...(bounce?.messageIds ?? []), ...(complaint?.messageIds ?? [])];
  const sent = ({ message }: PreparedMail) => (message.direction === "outbound" && message.messageId !== "" ? [message.messageId] : []);
  const named = mails.flatMap((mail) => [...mail.links, ...mail.parentIds, ...mail.quotedIds, ...returned(mail)]);
  const answered = mails.flatMap((mail) => [...mail.parentIds, ...returned(mail), ...sent(mail)]);
  return {
    messageIds: [...new Set(named)].filter((id) => OWN_ID.test(id)),
    providerMessageIds: [...new Set(answered)].filter((id) => !OWN_ID.test(id)),
    ids: [...new Set(mails.flatMap(({ tracking }) => trackedId(tracking) ?? []))],
  };
};

/** The recipients whose sends may show what a mail is about. */
const askedFor = ({ bounce, parentIds, author, message }: PreparedMail): readonly string[] => {
  if (bounce) return bounce.recipients.map(({ email }) => email);
  return parentIds.length > 0 || author === undefined || !isReplySubject(message.subject) ? [] : [author];
};

/** The Message-IDs by which the provider replaced ours, for sends found in the Sent folder. */
export const renamedSends = (mails: readonly PreparedMail[], own: OwnSends): readonly SendNote[] =>
  mails.flatMap((mail) => {
    const { direction, messageId: providerMessageId } = mail.message;
    const send = direction === "outbound" ? ownSend(mail, own) : undefined;
    if (!send || providerMessageId === "" || providerMessageId === send.messageId) return [];
    return [{ sendId: send.id, move: transitions.amend, change: { set: { providerMessageId } } }];
  });
