import type { OpenPage } from "../ports/open-page.ts";
import type { DecidedMail } from "./prepared-mail.ts";

/** So many mails of a page are read beside their parents; the others stay as they were read alone. */
const ASKING_MAX = 20;

/** Reads the new content of those mails that ask for it once more, beside the send or the message that each answers, where it is stored. */
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
