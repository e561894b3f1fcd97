import { ObjectId } from "mongodb";
import { planThreads, type ThreadPlan } from "../../../../domain/inbox/store/plan-threads.ts";
import type { DecidedMail, OwnSend } from "../../../../domain/inbox/store/prepared-mail.ts";
import { isParty } from "../../../../domain/conversations/thread-facts.ts";
import { oid } from "../../documents.ts";
import { threadLinksOf } from "../thread-links.ts";
import { livingThreads } from "../thread-summary.ts";
import type { Page } from "./page.ts";

/** Plans the threads of a page with what is stored of the ids that it names. */
export const planPage = async (
  { database, session, lease }: Page,
  mails: readonly DecidedMail[],
  named: readonly OwnSend[],
): Promise<ThreadPlan> => {
  const concerned = mails.flatMap(({ concerns }) => (concerns ? [concerns] : []));
  const sends = [...new Map([...named, ...concerned].map((send) => [send.id, send])).values()];
  const ids = [...new Set([...mails.flatMap(({ links }) => links), ...sends.map(({ messageId }) => messageId)])];
  const links = await threadLinksOf(database)
    .find({ mailboxId: oid(lease.id), messageId: { $in: ids } }, { session })
    .toArray();
  const put = mails.flatMap(({ corrected }) => corrected?.threadId ?? []);
  const threadIds = [...put, ...links.map(({ threadId }) => String(threadId)), ...sends.flatMap(({ threadId }) => threadId ?? [])];
  // Links and sends may still name a thread that was merged into another.
  const living = await livingThreads({ database, session }, lease.userId, threadIds);
  const idOf = (id: string) => String(living.get(id)?._id ?? id);
  const threads = new Map(links.map(({ messageId, threadId }) => [messageId, idOf(String(threadId))]));
  const known = new Map(
    [...living.values()].map(({ _id, createdAt, facts, apart }) => [
      String(_id),
      { began: createdAt, hasParty: (email: string) => isParty(facts, email), ...(apart && { apart }) },
    ]),
  );
  const withThreads = sends.map((send) => (send.threadId === undefined ? send : { ...send, threadId: idOf(send.threadId) }));
  return planThreads(mails, { threads, sends: withThreads, known }, () => new ObjectId().toHexString());
};
