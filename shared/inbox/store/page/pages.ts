import type { Filter, ObjectId } from "mongodb";
import type { PageMessages, PagePeople, LivingThread, PageThreads, OpenPage, Pages } from "../../ports/open-page.ts";
import type { KnownMessage, PageKeys } from "../../ingest/known-mail.ts";
import { fromDocument, newId, oid, toDocument } from "#shared/platform/mongo/documents.ts";
import { eventAtInsert } from "#shared/events/store/event-documents.ts";
import { endMessageBodies, forEver, type BodyDays } from "#shared/platform/mongo/retention.ts";
import { noBodyStore, type ReadBodies } from "#shared/platform/body-store.ts";
import { eraseBodies, ITS_PLACE, wholeRows } from "#shared/platform/mongo/moved-bodies.ts";
import { correctionsOf, toKept } from "#shared/threads/store/correction-documents.ts";
import { type MessageDocument, messageBodiesOf, messagesOf, toBodyDocument, NOT_YET_SEARCHED } from "../message-documents.ts";
import { movedTo } from "../messages.ts";
import { threadLinksOf, mergeThreads } from "#shared/threads/store/thread-merges.ts";
import { type PageTransaction, pageSends, pageSuppressions } from "./page-sends.ts";
import { isFreemail } from "#shared/mailboxes/dns/mail-providers.ts";
import { usersOf } from "#shared/accounts/store/users.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { factsOfMessage, isParticipant, joinFacts, noFacts, type ThreadFacts } from "#shared/threads/thread-facts.ts";
import type { Message } from "../../message.ts";
import { factsUpdate, newThread, type ThreadDocument, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { addToThreads, currentThreads, recount } from "#shared/threads/store/thread-summary.ts";
import type { Connect } from "#shared/platform/mongo/database.ts";
import { waitingSends } from "../answers.ts";
import { moveCursors } from "../sync-states.ts";

const knownFields = {
  dedupeKey: 1,
  providerId: 1,
  messageId: 1,
  threadId: 1,
  from: 1,
  direction: 1,
  isRead: 1,
  createdAt: 1,
  receivedAt: 1,
  folder: 1,
  uidValidity: 1,
  uid: 1,
  onServer: 1,
  copyAt: 1,
} as const satisfies Partial<Record<keyof KnownMessage, 1>>;

/** How many stored messages are compared by their Message-IDs. */
const NAMESAKES_MAX = 200;
/** The parent is searched among this many of a thread's newest messages. */
const NEWEST_OF_THREAD = 20;

/** The messages of a page's mailbox in MongoDB. */
const pageMessages = (page: PageTransaction): PageMessages => {
  const { database, session, lease, bodyDays, bodyStore } = page;
  const [userId, mailboxId] = [oid(lease.userId), oid(lease.id)];
  const messages = messagesOf(database);
  return {
    alike: async (keys) => {
      const copies = await messages.find(copiesBy(mailboxId, keys), { session, projection: knownFields }).toArray();
      const found = [...copies, ...(await namesakes(page, keys.messageIds))];
      return [...new Map(found.map((row) => [row._id.toHexString(), row])).values()].map((row) => fromDocument<KnownMessage>(row));
    },
    named: async (messageIds) => (await namesakes(page, messageIds)).map(({ messageId }) => messageId),
    corrections: async (dedupeKeys) => {
      if (dedupeKeys.length === 0) return new Map();
      const kept = correctionsOf(database).find({ userId, mailboxId, dedupeKey: { $in: [...dedupeKeys] } }, { session });
      return new Map((await kept.toArray()).map((row) => [row.dedupeKey, toKept(row)]));
    },
    body: async (messageIds) => {
      const _id = await messageOf(page, messageIds);
      const projection = { ...ITS_PLACE, text: 1, html: 1 };
      const row = _id && (await messageBodiesOf(database).findOne({ _id, userId }, { session, projection }));
      return (await wholeRows("messageBodies", row ? [row] : [], bodyStore))[0];
    },
    place: async ({ moved, copied, sent }) => {
      const row = (id: string) => ({ _id: oid(id), userId, mailboxId });
      const moves = moved.map(({ id, to }) => ({ updateOne: { filter: row(id), update: movedTo(to) } }));
      const copies = copied.map(({ id, at }) => ({
        updateOne: { filter: row(id), update: { $set: { copyAt: at, mayHaveMoved: true as const } } },
      }));
      const ours = sent.map(({ id }) => ({
        updateOne: { filter: row(id), update: { $set: { direction: "outbound" as const, isRead: true } } },
      }));
      const changes = [...moves, ...copies, ...ours];
      if (changes.length > 0) await messages.bulkWrite(changes, { session });
    },
    erase: async (ids) => {
      if (ids.length === 0) return;
      await messages.deleteMany({ _id: { $in: ids.map(oid) }, userId }, { session });
      await eraseBodies({ database, session }, "messageBodies", ids.map(oid));
    },
    add: async (added) => {
      const documents = added.map(({ message, hasEvent }) => ({
        ...toDocument(message, ["userId", "mailboxId", "threadId", "emailJobId"]),
        ...NOT_YET_SEARCHED,
        ...(hasEvent && eventAtInsert("message.received", message.createdAt)),
      }));
      await messages.insertMany(documents, { session });
      const bodies = added.map(({ message, body }) => toBodyDocument(oid(message.id), userId, body));
      await messageBodiesOf(database).insertMany(bodies, { session });
      const stored = added.map(({ message }) => oid(message.id));
      await endMessageBodies(database, session, stored, bodyDays);
    },
  };
};

/** Finds stored messages that may be copies of a page's mails; each branch uses an index. */
const copiesBy = (mailboxId: ObjectId, { folder, uidValidity, uids, dedupeKeys, providerIds }: PageKeys): Filter<MessageDocument> => ({
  $or: [
    { mailboxId, dedupeKey: { $in: [...dedupeKeys] } },
    { mailboxId, folder, uidValidity, uid: { $in: [...uids] } },
    ...(providerIds.length > 0 ? [{ mailboxId, providerId: { $in: [...providerIds] } }] : []),
  ],
});

/** The account and mailbox of a page, which every filter begins with. */
const ownerOf = ({ userId, id }: PageTransaction["lease"]) => ({ userId: oid(userId), mailboxId: oid(id) });

/** Stored messages with these Message-IDs, found through their threads. */
const namesakes = async ({ database, session, lease }: PageTransaction, messageIds: readonly string[]) => {
  if (messageIds.length === 0) return [];
  const links = await threadLinksOf(database)
    .find({ ...ownerOf(lease), messageId: { $in: [...messageIds] } }, { session, projection: { threadId: 1 } })
    .toArray();
  const those = {
    userId: oid(lease.userId),
    threadId: { $in: links.map(({ threadId }) => threadId) },
    messageId: { $in: [...messageIds] },
  };
  return messagesOf(database).find(those, { session, projection: knownFields }).limit(NAMESAKES_MAX).toArray();
};

/** The stored message with one of these Message-IDs, found through the thread to which they are linked. */
const messageOf = async ({ database, session, lease }: PageTransaction, ids: readonly string[]): Promise<ObjectId | undefined> => {
  const userId = oid(lease.userId);
  const link = await threadLinksOf(database).findOne({ ...ownerOf(lease), messageId: { $in: [...ids] } }, { session });
  if (!link) return undefined;
  const newest = messagesOf(database)
    .find({ userId, threadId: link.threadId }, { session, projection: { messageId: 1 } })
    .sort({ receivedAt: -1, _id: -1 })
    .limit(NEWEST_OF_THREAD);
  return (await newest.toArray()).find(({ messageId }) => ids.includes(messageId))?._id;
};

const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();
/** The most mailboxes of a tenant that are read. */
const MAILBOXES_MAX = 1_000;

/** The people of a page's account and tenant in MongoDB. */
const pagePeople = ({ database, session, lease }: PageTransaction): PagePeople => ({
  among: async (emails) => {
    const userId = oid(lease.userId);
    const account = await usersOf(database).findOne({ _id: userId }, { session, projection: { ownDomains: 1 } });
    const mailbox = await mailboxesOf(database).findOne({ _id: oid(lease.id), userId }, { session, projection: { tenant: 1 } });
    // A mailbox without a tenant is of the tenant of those without one.
    const ofTenant = { userId, tenant: mailbox?.tenant ?? { $exists: false } };
    const colleagues = await mailboxesOf(database)
      .find(ofTenant, { session, projection: { email: 1, aliases: 1 } })
      .limit(MAILBOXES_MAX)
      .toArray();
    const addresses = new Set(colleagues.flatMap(({ email, aliases = [] }) => [email, ...aliases].map((one) => one.toLowerCase())));
    const { ownDomains = [] } = account ?? {};
    const domains = new Set(ownDomains.length > 0 ? ownDomains : [...addresses].map(domainOf).filter((domain) => !isFreemail(domain)));
    return new Set(emails.filter((email) => addresses.has(email) || domains.has(domainOf(email))));
  },
});

/** Longer threads are not recomputed within a page's transaction; only their snippet may then be outdated. */
const DERIVED_MESSAGES_MAX = 1000;

/** The conversations of a page's mailbox in MongoDB. */
const pageThreads = (page: PageTransaction): PageThreads => {
  const { database, session, lease } = page;
  const owner = ownerOf(lease);
  return {
    links: async (messageIds) => {
      const found = threadLinksOf(database).find({ ...owner, messageId: { $in: [...messageIds] } }, { session });
      return new Map((await found.toArray()).map(({ messageId, threadId }) => [messageId, String(threadId)]));
    },
    living: async (ids) => {
      const living = await currentThreads(page, lease.userId, ids);
      return new Map([...living].map(([id, thread]) => [id, toLiving(thread)]));
    },
    merge: (merges) => mergeThreads(page, lease.userId, merges),
    link: async (links) => {
      if (links.size === 0) return;
      const documents = [...links].map(([messageId, threadId]) => ({ _id: newId(), ...owner, messageId, threadId: oid(threadId) }));
      await threadLinksOf(database).insertMany(documents, { session });
    },
    begin: async (messagesIn) => {
      if (messagesIn.size === 0) return;
      const threads = [...factsIn(messagesIn)].map(([id, facts]) => newThread(lease.userId, lease.id, oid(id), facts));
      await threadsOf(database).insertMany(threads, { session });
    },
    grow: (messagesIn) => addToThreads(page, lease.userId, factsIn(messagesIn)),
    derive: async (ids) => {
      for (const thread of new Set((await currentThreads(page, lease.userId, ids)).values())) {
        const facts = await recount(page, thread, DERIVED_MESSAGES_MAX);
        const { _id, userId } = thread;
        if (facts) await threadsOf(database).updateOne({ _id, userId }, factsUpdate(thread, facts), { session });
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

const openPage = (transaction: PageTransaction): OpenPage => ({
  messages: pageMessages(transaction),
  sends: pageSends(transaction),
  threads: pageThreads(transaction),
  waiting: waitingSends(transaction, transaction.lease.userId),
  suppressions: pageSuppressions(transaction, transaction.lease.userId),
  people: pagePeople(transaction),
});

/** Pages of received mail in MongoDB, each in one transaction. */
export const mongoPages = (connect: Connect, bodyDays: BodyDays = forEver, bodyStore: ReadBodies = noBodyStore): Pages => ({
  transaction: async (lease, cursors, work) => {
    const database = await connect();
    return database.transaction(async (session) => {
      await moveCursors(database, lease, cursors, session);
      return work(openPage({ database, session, lease, bodyDays, bodyStore }));
    });
  },
});
