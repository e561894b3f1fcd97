import { newId, fromDocument, oid } from "#shared/platform/mongo/documents.ts";
import { namedRecipients } from "#shared/sending/recipients.ts";
import { type SendDocument, sendBodiesOf, sendsOf } from "#shared/sending/store/send-documents.ts";
import { NOT_YET_SEARCHED, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { newThread, threadsOf, type Transaction, factsUpdate, type ThreadDocument } from "./thread-documents.ts";
import { threadLinksOf } from "./thread-merges.ts";
import type { ObjectId } from "mongodb";
import {
  sentContent,
  factsOfMessage,
  factsOfSend,
  type InboundFacts,
  joinFacts,
  noFacts,
  type OutboundFacts,
  type ThreadFacts,
} from "../thread-facts.ts";
import { countedIn } from "#shared/sending/store/apply-transition.ts";

/** Creates the threads that these sends start. A send that has not left names its thread but is not counted in it. */
export const beginThreads = async ({ database, session }: Transaction, sends: readonly SendDocument[]): Promise<void> => {
  const begun = sends.flatMap((send) => (send.threadId ? [{ ...send, threadId: send.threadId }] : []));
  if (begun.length === 0) return;
  const threads = begun.map(({ _id, userId, mailboxId, messageId, subject, toEmail, cc, threadId }) => ({
    ...newThread(String(userId), String(mailboxId), threadId),
    rootMessageId: messageId,
    subject,
    emailJobId: _id,
    // It waits for its recipient as soon as the send has left.
    state: "waiting" as const,
    participants: namedRecipients({ toEmail, cc }).map((email) => email.toLowerCase()),
    ...NOT_YET_SEARCHED,
  }));
  const links = begun.map(({ userId, mailboxId, messageId, threadId }) => ({
    _id: newId(),
    userId,
    mailboxId,
    messageId,
    threadId,
  }));
  await threadsOf(database).insertMany(threads, { session });
  await threadLinksOf(database).insertMany(links, { session });
};

/** The most sends that are counted in one step; the sweeper counts the rest. */
const SENDS_PER_STEP = 500;

/** The current threads for these ids; the id of a merged thread gives the one that it was merged into. */
export const currentThreads = async (
  { database, session }: Transaction,
  userId: string,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, ThreadDocument>> => {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const threads = threadsOf(database);
  const found = await threads.find({ _id: { $in: wanted.map(oid) }, userId: oid(userId) }, { session }).toArray();
  const living = new Map(found.map((thread) => [String(thread._id), thread]));
  const merged = wanted.filter((id) => !living.has(id));
  if (merged.length === 0) return living;
  const survivors = await threads.find({ aliasIds: { $in: merged.map(oid) }, userId: oid(userId) }, { session }).toArray();
  for (const thread of survivors) for (const id of thread.aliasIds) living.set(String(id), thread);
  return living;
};

/**
 * Adds new messages, and sends that have left meanwhile, to the threads' summaries, in the caller's transaction. A mark on each send ensures that it
 * is counted once. The thread's document is always written, so that one of two concurrent additions conflicts and is repeated (G18 in
 * shared/README.md). Returns the ids of the threads that have an event from it.
 */
export const addToThreads = async (
  transaction: Transaction,
  userId: string,
  additions: ReadonlyMap<string, ThreadFacts>,
): Promise<readonly string[]> => {
  const living = await currentThreads(transaction, userId, additions.keys());
  const sends = await uncounted(transaction, userId, [...additions.keys(), ...[...living.values()].map(({ _id }) => String(_id))]);
  const added = new Map<ThreadDocument, ThreadFacts>();
  const add = (id: string, facts: ThreadFacts) => {
    const thread = living.get(id);
    if (thread && facts.messages > 0) added.set(thread, joinFacts(added.get(thread) ?? noFacts, facts));
  };
  for (const [id, facts] of additions) add(id, facts);
  for (const { threadId, facts } of sends) add(String(threadId), facts);
  if (added.size === 0) return [];
  const { database, session } = transaction;
  const updates = [...added].map(([thread, more]) => ({ thread, update: factsUpdate(thread, joinFacts(thread.facts, more)) }));
  await threadsOf(database).bulkWrite(
    updates.map(({ thread: { _id, userId }, update }) => ({ updateOne: { filter: { _id, userId }, update } })),
    { session },
  );
  const changed = updates.flatMap(({ thread, update }) => (update.$push ? [String(thread._id)] : []));
  const counted = sends.filter(({ threadId }) => living.has(String(threadId)));
  if (counted.length === 0) return changed;
  await sendsOf(database).bulkWrite(
    counted.map(({ _id, threadId }) => ({
      updateOne: { filter: { _id }, update: countedIn(living.get(String(threadId))!._id) },
    })),
    { session },
  );
  return changed;
};

/** Sends of the threads that have left and are not counted yet. */
const uncounted = async ({ database, session }: Transaction, userId: string, threadIds: readonly string[]) => {
  const sent = { uncounted: true, status: "sent", threadId: { $in: [...new Set(threadIds)].map(oid) }, userId: oid(userId) } as const;
  const sends = await sendsOf(database).find(sent, { session }).limit(SENDS_PER_STEP).toArray();
  return withFacts({ database, session }, userId, sends);
};

const withFacts = async ({ database, session }: Transaction, userId: string, sends: readonly SendDocument[]) => {
  if (sends.length === 0) return [];
  const ids = sends.map(({ _id }) => _id);
  const bodies = await sendBodiesOf(database)
    .find({ _id: { $in: ids }, userId: oid(userId) }, { session, projection: { text: 1, html: 1, snippet: 1 } })
    .toArray();
  // A body that has left the database has left its snippet.
  const bodyOf = new Map(bodies.map(({ _id, ...body }) => [String(_id), body]));
  return sends.map((send) => {
    const body = bodyOf.get(String(send._id)) ?? { text: "", html: "", snippet: "" };
    const snippet = body.snippet ?? sentContent(send, body).snippet;
    return { _id: send._id, threadId: send.threadId, facts: factsOfSend(fromDocument<OutboundFacts>(send), snippet) };
  });
};

/** Updates a thread's counters after messages were marked: `read` is how many more are read, negative for fewer. */
export const countRead = async (transaction: Transaction, userId: string, threadId: string, read: number): Promise<void> => {
  const thread = (await currentThreads(transaction, userId, [threadId])).get(threadId);
  if (!thread) return;
  const { database, session } = transaction;
  const facts = { ...thread.facts, unread: thread.facts.unread - read };
  await threadsOf(database).updateOne({ _id: thread._id, userId: oid(userId) }, factsUpdate(thread, facts), { session });
};

const inboundFields = {
  messageId: 1,
  inReplyTo: 1,
  references: 1,
  subject: 1,
  snippet: 1,
  kind: 1,
  isRead: 1,
  receivedAt: 1,
  createdAt: 1,
  counterparts: 1,
  newcomer: 1,
  direction: 1,
  "report.final": 1,
} as const;

/** The facts of a thread, computed from all its messages and the sends that have left; undefined when there are more than `most`. */
export const recount = async (
  { database, session }: Transaction,
  { _id, userId, moving = [] }: Pick<ThreadDocument, "_id" | "userId" | "moving">,
  most: number,
): Promise<ThreadFacts | undefined> => {
  const of: { readonly userId: ObjectId; readonly threadId: object } = { userId, threadId: { $in: [_id, ...moving] } };
  const messages = await messagesOf(database)
    .find(of, { session, projection: inboundFields })
    .limit(most + 1)
    .toArray();
  const sends = await sendsOf(database)
    .find({ ...of, status: "sent", uncounted: { $exists: false } }, { session })
    .limit(most + 1)
    .toArray();
  if (messages.length + sends.length > most) return undefined;
  const sent = await withFacts({ database, session }, String(userId), sends);
  return [...messages.map((message) => factsOfMessage(fromDocument<InboundFacts>(message))), ...sent.map(({ facts }) => facts)].reduce(
    joinFacts,
    noFacts,
  );
};
