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
