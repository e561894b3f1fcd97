import { ObjectId } from "mongodb";
import type { LivingThread, PageThreads } from "../../../../domain/inbox/ports/open-page.ts";
import { factsOfMessage, isParticipant, joinFacts, noFacts, type ThreadFacts } from "../../../../domain/conversations/thread-facts.ts";
import type { Message } from "../../../../domain/inbox/message.ts";
import { oid } from "../../documents.ts";
import { factsUpdate, newThread, type ThreadDocument, threadsOf } from "../thread-documents.ts";
import { threadLinksOf } from "../thread-links.ts";
import { mergeThreads } from "../thread-merges.ts";
import { addToThreads, livingThreads, recount } from "../thread-summary.ts";
import type { PageTransaction } from "./page-transaction.ts";

/** Longer threads are not recomputed within a page's transaction; only their snippet may then be outdated. */
const DERIVED_MESSAGES_MAX = 1000;

/** The conversations of a page's mailbox in MongoDB. */
export const pageThreads = (page: PageTransaction): PageThreads => {
  const { database, session, lease } = page;
  const owner = { userId: oid(lease.userId), mailboxId: oid(lease.id) };
  return {
    links: async (messageIds) => {
      const found = threadLinksOf(database).find({ mailboxId: owner.mailboxId, messageId: { $in: [...messageIds] } }, { session });
      return new Map((await found.toArray()).map(({ messageId, threadId }) => [messageId, String(threadId)]));
    },
    living: async (ids) => {
      const living = await livingThreads(page, lease.userId, ids);
      return new Map([...living].map(([id, thread]) => [id, toLiving(thread)]));
    },
    merge: (merges) => mergeThreads(page, lease.userId, merges),
    link: async (links) => {
      if (links.size === 0) return;
      const documents = [...links].map(([messageId, threadId]) => ({ _id: new ObjectId(), ...owner, messageId, threadId: oid(threadId) }));
      await threadLinksOf(database).insertMany(documents, { session });
    },
    begin: async (messagesIn) => {
      if (messagesIn.size === 0) return;
      const threads = [...factsIn(messagesIn)].map(([id, facts]) => newThread(lease.userId, lease.id, oid(id), facts));
      await threadsOf(database).insertMany(threads, { session });
    },
    grow: (messagesIn) => addToThreads(page, lease.userId, factsIn(messagesIn)),
    derive: async (ids) => {
      for (const thread of new Set((await livingThreads(page, lease.userId, ids)).values())) {
        const facts = await recount(page, thread, DERIVED_MESSAGES_MAX);
        const { _id, userId } = thread;
        if (facts) await threadsOf(database).updateOne({ _id, userId }, factsUpdate(facts), { session });
      }
    },
  };
};

const factsIn = (messagesIn: ReadonlyMap<string, readonly Message[]>): ReadonlyMap<string, ThreadFacts> =>
  new Map([...messagesIn].map(([id, messages]) => [id, messages.map(factsOfMessage).reduce(joinFacts, noFacts)]));

const toLiving = ({ _id, createdAt, facts, apart }: ThreadDocument): LivingThread => ({
  id: String(_id),
  began: createdAt,
  hasParticipant: (email) => isParticipant(facts, email),
  ...(apart && { apart }),
});
