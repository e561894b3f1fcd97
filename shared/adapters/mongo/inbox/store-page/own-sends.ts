import type { ObjectId } from "mongodb";
import { ownSend } from "../../../../domain/inbox/store/decide-mail.ts";
import type { OwnSend, OwnSends, PreparedMail } from "../../../../domain/inbox/store/prepared-mail.ts";
import { isReplySubject } from "../../../../domain/mail/write/compose/subject.ts";
import { allRecipients } from "../../../../domain/sending/recipients.ts";
import { trackedId } from "../../../../domain/sending/tracking-header.ts";
import { fromDocument, oid } from "../../documents.ts";
import { sendsOf } from "../../sending/send-documents.ts";
import type { Page } from "./page.ts";

/** Only the ids that this service gives out can be its sends' (G5). */
const OWN_ID = /^<[0-9a-f]{24}\.[0-9a-f]{32}@/;
const NEWEST_MAX = 1000;
/** What of a send is looked at. */
export const ownSendFields = {
  messageId: 1,
  providerMessageId: 1,
  trackingKey: 1,
  threadId: 1,
  toEmail: 1,
  cc: 1,
  bcc: 1,
  subject: 1,
  sentAt: 1,
  createdAt: 1,
} as const;

/** The mailbox's sends that a page of mails names, and those to whom it may answer. */
export const ownSends = async (page: Page, mails: readonly PreparedMail[]): Promise<OwnSends & { readonly all: readonly OwnSend[] }> => {
  const all = await namedSends(page, mails);
  const byMessageId = new Map(all.flatMap((send) => [send.messageId, send.providerMessageId ?? send.messageId].map((id) => [id, send])));
  const byRecipient = new Map<string, OwnSend[]>();
  for (const send of await sendsToAuthors(page, mails))
    for (const email of new Set(allRecipients(send).map((one) => one.toLowerCase()))) {
      const known = byRecipient.get(email);
      if (known) known.push(send);
      else byRecipient.set(email, [send]);
    }
  const byId = new Map(all.map((send) => [send.id, send]));
  return {
    all,
    byMessageId: (id) => byMessageId.get(id),
    byId: (id) => byId.get(id),
    byRecipient: (email) => byRecipient.get(email) ?? [],
  };
};

/** By the ids that this service gave out, by those that a provider gave instead to what is answered, came back or was sent, and by tracking headers. */
const namedSends = async ({ database, session, lease }: Page, mails: readonly PreparedMail[]): Promise<readonly OwnSend[]> => {
  const returned = ({ bounce, complaint }: PreparedMail) => [...(bounce?.messageIds ?? []), ...(complaint?.messageIds ?? [])];
  const named = mails.flatMap((mail) => [...mail.links, ...mail.parentIds, ...mail.quotedIds, ...returned(mail)]);
  const answered = mails.flatMap(({ message, parentIds, ...mail }) => [
    ...parentIds,
    ...returned({ message, parentIds, ...mail }),
    ...(message.direction === "outbound" && message.messageId !== "" ? [message.messageId] : []),
  ]);
  const given = [...new Set(named)].filter((id) => OWN_ID.test(id));
  const renamed = [...new Set(answered)].filter((id) => !OWN_ID.test(id));
  const tracked = [...new Set(mails.flatMap(({ tracking }) => trackedId(tracking) ?? []))];
  const found = async (field: "messageId" | "providerMessageId" | "_id", ids: readonly (string | ObjectId)[]) => {
    if (ids.length === 0) return [];
    const those = { userId: oid(lease.userId), mailboxId: oid(lease.id), [field]: { $in: ids } };
    return sendsOf(database).find(those, { session, projection: ownSendFields }).toArray();
  };
  const rows = [
    ...(await found("messageId", given)),
    ...(await found("providerMessageId", renamed)),
    ...(await found("_id", tracked.map(oid))),
  ];
  return [...new Map(rows.map((row) => [String(row._id), fromDocument<OwnSend>(row)])).values()];
};

/** The newest to whoever answers or could not be reached without naming what. */
const sendsToAuthors = async ({ database, session, lease }: Page, mails: readonly PreparedMail[]): Promise<readonly OwnSend[]> => {
  const recipients = [...new Set(mails.flatMap(askedFor))];
  if (recipients.length === 0) return [];
  const toThem = { userId: oid(lease.userId), mailboxId: oid(lease.id), recipient: { $in: recipients }, sentAt: { $exists: true } };
  const newest = sendsOf(database).find(toThem, { session, projection: ownSendFields }).sort({ createdAt: -1 }).limit(NEWEST_MAX);
  return (await newest.toArray()).map((row) => fromDocument<OwnSend>(row));
};

/** The recipients whose sends may tell what a mail is about. */
const askedFor = ({ bounce, parentIds, author, message }: PreparedMail): readonly string[] => {
  if (bounce) return bounce.recipients.map(({ email }) => email);
  return parentIds.length > 0 || author === undefined || !isReplySubject(message.subject) ? [] : [author];
};

/** Notes on sends that were found in the Sent folder the Message-ID that their provider gave them instead. */
export const rememberProviderIds = async (
  { database, session, lease }: Page,
  mails: readonly PreparedMail[],
  own: OwnSends,
): Promise<void> => {
  const renamed = mails.flatMap((mail) => {
    const { direction, messageId: providerMessageId } = mail.message;
    const send = direction === "outbound" ? ownSend(mail, own) : undefined;
    if (!send || providerMessageId === "" || providerMessageId === send.messageId) return [];
    return [{ updateOne: { filter: { _id: oid(send.id), userId: oid(lease.userId) }, update: { $set: { providerMessageId } } } }];
  });
  if (renamed.length > 0) await sendsOf(database).bulkWrite(renamed, { session });
};
