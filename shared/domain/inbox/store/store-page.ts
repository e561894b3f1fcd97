import type { Ids } from "../../ports.ts";
import type { WhyKeptOut } from "../audit/audit.ts";
import type { Ingest, StoredPage } from "../ports/sync.ts";
import type { OpenPage, Pages } from "../ports/open-page.ts";
import { cancelAnswered, triggersOf } from "./cancels.ts";
import { asCorrected } from "./correct-mail.ts";
import { withColleagues } from "./colleagues.ts";
import { decideMail, isCopyOfSend } from "./decide-mail.ts";
import { growthOf } from "./growth.ts";
import { pageKeys, recognise } from "./known-mail.ts";
import { linksOf } from "./known-links.ts";
import { notesOf } from "./notes.ts";
import { recogniseOwn, renamedSends } from "./own-sends.ts";
import { planThreads } from "./plan-threads.ts";
import type { DecidedMail, PreparedMail } from "./prepared-mail.ts";
import { readBesideParents, withSecondSign } from "./read-beside-parents.ts";
import { messagesOf } from "./stored-message.ts";
import { suppressReported } from "./suppress-reported.ts";

/** Stores received mail: each page in one transaction, together with the cursors (G15, G16, G18 in shared/domain/README.md). */
export const ingestInto = (pages: Pages, ids: Pick<Ids, "objectId">): Ingest => ({
  commit: (lease, cursors, mails) => pages.transaction(lease, cursors, (page) => storePage(page, mails, ids)),
});

/** Stores a page of mail, from the first lookup to the last write. */
const storePage = async (page: OpenPage, mails: readonly PreparedMail[], ids: Pick<Ids, "objectId">): Promise<StoredPage> => {
  const own = await recogniseOwn(page, mails);
  const fresh = await leaveOutKnown(page, mails);
  await page.sends.note(renamedSends(fresh, own));

  const decided: DecidedMail[] = [];
  const keptOut = new Map<number, WhyKeptOut>(mails.map(({ message }) => [message.uid, "copy"]));
  for (const mail of fresh) {
    const isTooOld = mail.isTooOld && !mail.replacesHeadersOnly;
    const kept = isTooOld ? undefined : decideMail(mail, own, own.hasParent(mail));
    if (kept) decided.push(kept);
    if (kept) keptOut.delete(mail.message.uid);
    else keptOut.set(mail.message.uid, isTooOld ? "before_sync_from" : isCopyOfSend(mail, own) ? "own_send" : "not_an_answer");
  }
  const corrected = await asCorrected(page, await withSecondSign(page.sends, decided));
  const read = await withColleagues(page.people, await readBesideParents(page, corrected), own);
  if (read.length === 0) return { stored: 0, keptOut };

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
  return { stored: read.length, keptOut };
};

/**
 * The mails that are not stored yet. Stored messages keep their state, and only their location on the server is updated; headers-only messages are
 * replaced by the whole message.
 */
const leaveOutKnown = async (
  { messages, threads }: Pick<OpenPage, "messages" | "threads">,
  mails: readonly PreparedMail[],
): Promise<readonly PreparedMail[]> => {
  const [first] = mails;
  if (!first) return [];
  const { fresh, ...seen } = recognise(mails, await messages.alike(pageKeys(first, mails)));
  await messages.place(seen);
  await threads.derive([...new Set(seen.sent.map(({ threadId }) => threadId))]);
  await messages.erase(fresh.flatMap(({ replacesHeadersOnly, message }) => (replacesHeadersOnly ? [message.id] : [])));
  return fresh;
};
