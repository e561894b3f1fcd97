import { allRecipients } from "../../sending/recipients.ts";
import type { OpenPage } from "../ports/open-page.ts";
import { cancellingKinds } from "./cancels.ts";
import type { DecidedMail, OwnSends } from "./prepared-mail.ts";

const answering = Object.values(cancellingKinds).flat();

/**
 * Marks the mails of the account's own people: the mailbox, other mailboxes of its tenant and their aliases, and addresses of its own domains. They are
 * no answers, unless their author is a recipient of a send that they name, or a person has vouched for them.
 */
export const withColleagues = async (
  people: OpenPage["people"],
  mails: readonly DecidedMail[],
  own: OwnSends,
): Promise<readonly DecidedMail[]> => {
  const asked = new Map(mails.flatMap((mail) => (mayAnswer(mail) && !isRecipient(mail, own) ? [[mail, authorOf(mail)] as const] : [])));
  const strangers = [...asked].flatMap(([{ fromOwn }, author]) => (fromOwn ? [] : [author]));
  const ours = strangers.length === 0 ? new Set<string>() : await people.among([...new Set(strangers)]);
  return mails.map((mail) => {
    const author = asked.get(mail);
    return author !== undefined && (mail.fromOwn || ours.has(author)) ? asColleagues(mail) : mail;
  });
};

const authorOf = ({ author, message }: DecidedMail): string => author ?? message.from.email.toLowerCase();

/** Whether the mail may be an answer: it names something besides itself, or its send is known otherwise. */
const mayAnswer = ({ message, kind, links, concerns, corrected }: DecidedMail): boolean =>
  message.direction === undefined && !corrected?.vouched && answering.includes(kind) && (concerns !== undefined || links.length > 1);

const isRecipient = (mail: DecidedMail, own: OwnSends): boolean => {
  const named = [mail.concerns, ...mail.links.map((id) => own.byMessageId(id))];
  return named.some((send) => send && allRecipients(send).some((email) => email.toLowerCase() === authorOf(mail)));
};

const asColleagues = ({ recorded, ...mail }: DecidedMail): DecidedMail => ({
  ...mail,
  isColleague: true,
  ...(recorded && recorded !== "replied" && { recorded }),
});
