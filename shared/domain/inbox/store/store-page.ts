import type { Ids } from "../../ports.ts";
import type { Ingest } from "../ports/sync.ts";
import type { OpenPage, PageMessages, Pages } from "../ports/open-page.ts";
import { cancelAnswered, triggersOf } from "./cancels.ts";
import { asCorrected } from "./correct-mail.ts";
import { decideMail } from "./decide-mail.ts";
import { growthOf } from "./growth.ts";
import { pageKeys, recognise } from "./known-mail.ts";
import { linksOf } from "./known-links.ts";
import { notesOf } from "./notes.ts";
import { recogniseOwn, renamedSends } from "./own-sends.ts";
import { planThreads } from "./plan-threads.ts";
import type { PreparedMail } from "./prepared-mail.ts";
import { readBesideParents } from "./read-beside-parents.ts";
import { messagesOf } from "./stored-message.ts";
import { suppressReported } from "./suppress-reported.ts";

/** Stores received mail: each page in one transaction, together with the cursors (G15, G16, G18 in shared/domain/README.md). */
export const ingestInto = (pages: Pages, ids: Pick<Ids, "objectId">): Ingest => ({
  commit: (lease, cursors, mails) => pages.transaction(lease, cursors, (page) => storePage(page, mails, ids)),
});

/** Stores a page of mail, from the first lookup to the last write; returns how many messages are new. */
const storePage = async (page: OpenPage, mails: readonly PreparedMail[], ids: Pick<Ids, "objectId">): Promise<number> => {
  const own = await recogniseOwn(page.sends, mails);
  const fresh = await leaveOutKnown(page.messages, mails);
  await page.sends.note(renamedSends(fresh, own));

  const decided = fresh.map((mail) => decideMail(mail, own)).filter((mail) => mail !== undefined);
  const corrected = await asCorrected(page, decided);
  const read = await readBesideParents(page, corrected);
  if (read.length === 0) return 0;

  const plan = planThreads(read, await linksOf(page.threads, read, own), ids.objectId);
  const messages = messagesOf(read, plan);
  await page.messages.add(messages);
  await page.threads.merge(plan.merges);
  await page.threads.link(plan.links);

  await page.sends.note(notesOf(read));
  await page.sends.join(plan.joined);
  await suppressReported(page.suppressions, read);
  const { begun, grown, replaced } = growthOf(messages, read, plan);
  await page.threads.begin(begun);
  await page.threads.grow(grown);
  await page.threads.derive(replaced);
  await cancelAnswered(page.waiting, triggersOf(read, plan));
  return read.length;
};

/**
 * The mails that are not stored yet. Stored messages keep their state, and only their location on the server is updated; headers-only messages are
 * replaced by the whole message.
 */
const leaveOutKnown = async (messages: PageMessages, mails: readonly PreparedMail[]): Promise<readonly PreparedMail[]> => {
  const [first] = mails;
  if (!first) return [];
  const { fresh, ...seen } = recognise(mails, await messages.alike(pageKeys(first, mails)));
  await messages.place(seen);
  await messages.erase(fresh.flatMap(({ replacesHeadersOnly, message }) => (replacesHeadersOnly ? [message.id] : [])));
  return fresh;
};
