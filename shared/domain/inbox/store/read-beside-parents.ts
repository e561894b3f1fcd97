import type { OpenPage } from "../ports/open-page.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** How many mails of a page are compared with their parents; the rest keep their first reading. */
const ASKING_MAX = 20;

/** Reads the new content of mails that ask for it once more, compared with the stored send or message that each answers. */
export const readBesideParents = async (
  { messages, sends }: Pick<OpenPage, "messages" | "sends">,
  mails: readonly DecidedMail[],
): Promise<readonly DecidedMail[]> => {
  const asking = new Set(mails.filter(({ asksForParent }) => asksForParent).slice(0, ASKING_MAX));
  if (asking.size === 0) return mails;
  const { readWithParent } = await import("./read-with-parent.ts");
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const { concerns, parentIds } = mail;
    const parent = asking.has(mail) ? await (concerns ? sends.body(concerns.id) : messages.body(parentIds)) : undefined;
    read.push(parent ? readWithParent(mail, parent) : mail);
  }
  return read;
};

/**
 * The mails, with those that a subject alone links to a send counted as its answers where they quote the send's words, too. A From address that fails
 * DMARC is no sign of its author, whatever he quotes.
 */
export const withSecondSign = async (sends: OpenPage["sends"], mails: readonly DecidedMail[]): Promise<readonly DecidedMail[]> => {
  const asking = new Set(
    mails.filter(({ linkedBy, dmarcFailure }) => linkedBy === "subject" && dmarcFailure === undefined).slice(0, ASKING_MAX),
  );
  if (asking.size === 0) return mails;
  const { quotes } = await import("./read-with-parent.ts");
  const read: DecidedMail[] = [];
  for (const mail of mails) {
    const ours = asking.has(mail) && mail.concerns ? await sends.body(mail.concerns.id) : undefined;
    read.push(ours && quotes(mail.body, ours) ? asAnswer(mail) : mail);
  }
  return read;
};

/** The mail as a proven answer. */
const asAnswer = (mail: DecidedMail): DecidedMail => ({
  ...mail,
  linkedBy: "answer",
  ...(mail.kind === "reply" && { recorded: "replied" as const }),
});
