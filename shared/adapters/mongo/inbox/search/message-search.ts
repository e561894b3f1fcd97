import type { Collection, Filter, ObjectId } from "mongodb";
import type { ListedMessage } from "../../../../domain/inbox/message.ts";
import type { MessageSearch } from "../../../../domain/inbox/ports/message-search.ts";
import type { Page } from "../../../../domain/ports.ts";
import type { Connect, Database } from "../../database.ts";
import { fromDocument, oid } from "../../documents.ts";
import { inMailboxes, pageOf } from "../../pages.ts";
import { messagesOf, NOT_LISTED } from "../message-documents.ts";
import { listed } from "../messages.ts";
import { threadsOf } from "../thread-documents.ts";
import type { SearchFields } from "./search-fields.ts";
import { messageWords, queryWords, threadWords } from "./words.ts";

/** The most documents that a search reads, the newest with its rarest word: about 0.1 s on a real database. */
const LOOKED_AT_MAX = 10_000;
/** How many words, the longest ones, are counted to find the rarest. */
const COUNTED_WORDS = 4;
/** A word with this many documents counts as common; counting stops there. */
const COUNTED_MAX = 1_000;
/** The most messages whose conversations a search of conversations returns. */
const FOUND_MAX = 500;
/** How many documents of a kind are indexed in one step. */
const STEP_MAX = 200;
const ofMessages = { subject: 1, from: 1, to: 1, cc: 1, "attachments.filename": 1, replyText: 1 } as const;
const ofThreads = { subject: 1, participants: 1 } as const;

/** A word's number in the index: FNV-1a, 32 bits. When two words share a number, a search for one also finds the other; that is the only effect. */
const keyOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

/** The fields that a search reads. */
type SearchedDocument = SearchFields & {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly mailboxId?: ObjectId;
  readonly threadId?: ObjectId;
  readonly receivedAt?: Date;
  readonly lastMessageAt?: Date;
};

/** A collection that is searched, and its date field for ordering. */
interface Searched {
  readonly documents: Collection<SearchedDocument>;
  readonly at: "receivedAt" | "lastMessageAt";
}
const messagesIn = (database: Database): Searched => ({ documents: database.collection("messages"), at: "receivedAt" });
const threadsIn = (database: Database): Searched => ({ documents: database.collection("threads"), at: "lastMessageAt" });

/** The rarest of the words, whose documents a search reads. */
const rarest = async ({ documents }: Searched, userId: ObjectId, words: readonly string[]): Promise<number> => {
  const [first = "", ...others] = words.toSorted((a, b) => b.length - a.length).slice(0, COUNTED_WORDS);
  if (others.length === 0) return keyOf(first);
  const counted = [first, ...others].map(async (word) => {
    const key = keyOf(word);
    return { key, count: await documents.countDocuments({ userId, words: key }, { limit: COUNTED_MAX }) };
  });
  return (await Promise.all(counted)).reduce((a, b) => (b.count < a.count ? b : a)).key;
};

/** The date of the oldest document that a search for the word reads; answered by the index alone. */
const oldestLookedAt = async ({ documents, at }: Searched, word: { readonly userId: ObjectId; readonly words: number }): Promise<Date> => {
  const dates = documents.find(word, { projection: { _id: 0, [at]: 1 } });
  const [last] = await dates
    .sort({ [at]: -1, _id: -1 })
    .skip(LOOKED_AT_MAX)
    .limit(1)
    .toArray();
  return last?.[at] ?? new Date(0);
};

/** The documents that match the filter and have all words, newest first, among the newest 10,000 with the rarest word. */
const found = async (
  searched: Searched,
  user: string,
  query: string,
  { userId: _user, ...filter }: Filter<SearchedDocument>,
  page: Page,
) => {
  const words = queryWords(query);
  if (words.length === 0) return undefined;
  const userId = oid(user);
  const lead = { userId, words: await rarest(searched, userId, words) };
  const all = words.map((word) => ({ words: keyOf(word) }));
  // A single word fills its page at once, because nearly all mail is received mail.
  const passesOver = words.length > 1 || Object.keys(filter).some((field) => field !== "direction");
  const since = passesOver ? [{ [searched.at]: { $gte: await oldestLookedAt(searched, lead) } }] : [];
  return pageOf(searched.documents, { ...lead, $and: [...since, filter, ...all] }, searched.at, page);
};

/** Stores the words of some documents; returns how many. */
const putWords = async (
  { documents }: Searched,
  waiting: readonly { readonly _id: ObjectId; readonly words: readonly string[] }[],
): Promise<number> => {
  const writes = waiting.map(({ _id, words }) => ({
    updateOne: { filter: { _id }, update: { $set: { words: words.map(keyOf) }, $unset: { unsearched: "" as const } } },
  }));
  if (writes.length > 0) await documents.bulkWrite(writes);
  return writes.length;
};

/** The search in MongoDB: each message, and each conversation that a send started, stores its words as numbers in an index. */
export const mongoMessageSearch = (connect: Connect): MessageSearch => ({
  messages: async (userId, query, filter, page) => {
    const database = await connect();
    const wanted = (await listed(database, userId, filter)) as Filter<SearchedDocument>;
    const rows = await found(messagesIn(database), userId, query, wanted, page);
    return (await (rows?.project(NOT_LISTED).toArray() ?? [])).map((row) => fromDocument<ListedMessage>(row));
  },
  threadIds: async (userId, query, within) => {
    const database = await connect();
    const [messages, threads] = await Promise.all(
      [messagesIn(database), threadsIn(database)].map(async (searched) => {
        const rows = await found(searched, userId, query, inMailboxes({ mailboxIds: within }), { limit: FOUND_MAX, offset: 0 });
        return (await rows?.project<Pick<SearchedDocument, "_id" | "threadId">>({ threadId: 1 }).toArray()) ?? [];
      }),
    );
    return [...new Set([...messages!.map(({ threadId }) => threadId!), ...threads!.map(({ _id }) => _id)].map((id) => id.toHexString()))];
  },
  index: async (ids) => {
    const database = await connect();
    const some = { unsearched: true, ...(ids && { _id: { $in: ids.map(oid) } }) } as const;
    const messages = await messagesOf(database).find(some, { projection: ofMessages }).limit(STEP_MAX).toArray();
    const done = await putWords(
      messagesIn(database),
      messages.map((message) => ({ _id: message._id, words: messageWords(message) })),
    );
    if (ids) return done;
    const threads = await threadsOf(database).find({ unsearched: true }, { projection: ofThreads }).limit(STEP_MAX).toArray();
    return (
      done +
      (await putWords(
        threadsIn(database),
        threads.map((thread) => ({ _id: thread._id, words: threadWords(thread) })),
      ))
    );
  },
});
