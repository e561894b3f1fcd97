import type { Filter, ObjectId } from "mongodb";
import type { Message } from "../../../../domain/inbox/message.ts";
import type { MessageSearch } from "../../../../domain/inbox/ports/message-search.ts";
import type { Page } from "../../../../domain/ports.ts";
import type { Connect, Database } from "../../database.ts";
import { fromDocument, oid } from "../../documents.ts";
import { pageOf } from "../../pages.ts";
import { type MessageDocument, messagesOf } from "../message-documents.ts";
import { listed } from "../messages.ts";
import { WITHOUT_SEARCH } from "./search-fields.ts";
import { messageWords, queryWords } from "./words.ts";

/** A search looks at no more messages than this, the newest with the rarest of its words: about 0.1 s on a real database. */
const LOOKED_AT_MAX = 10_000;
/** So many words, the longest, are counted to find the rarest. */
const COUNTED_WORDS = 4;
/** Words with so many messages are all common. */
const COUNTED_MAX = 1_000;
/** Messages whose conversations a search of conversations gives at most. */
const FOUND_MAX = 500;
/** Messages that get their words in one step. */
const STEP_MAX = 200;
const searched = { subject: 1, from: 1, to: 1, cc: 1, replyText: 1 } as const;

/** A word as the index holds it: FNV-1a, 32 bits. Two of a million words that share a number find each other's messages; nothing else comes of it. */
const keyOf = (word: string): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < word.length; i += 1) hash = Math.imul(hash ^ word.charCodeAt(i), 0x01000193);
  return hash;
};

/** The rarest of the words: a search goes through its messages. */
const rarest = async (database: Database, userId: ObjectId, words: readonly string[]): Promise<number> => {
  const [first = "", ...others] = words.toSorted((a, b) => b.length - a.length).slice(0, COUNTED_WORDS);
  if (others.length === 0) return keyOf(first);
  const counted = [first, ...others].map(async (word) => {
    const key = keyOf(word);
    return { key, count: await messagesOf(database).countDocuments({ userId, words: key }, { limit: COUNTED_MAX }) };
  });
  return (await Promise.all(counted)).reduce((a, b) => (b.count < a.count ? b : a)).key;
};

/** When the oldest message came that a search for the word looks at: the time stands in the index, no message is read for it. */
const oldestLookedAt = async (database: Database, word: { readonly userId: ObjectId; readonly words: number }): Promise<Date> => {
  const times = messagesOf(database).find(word, { projection: { _id: 0, receivedAt: 1 } });
  const [last] = await times.sort({ receivedAt: -1, _id: -1 }).skip(LOOKED_AT_MAX).limit(1).toArray();
  return last?.receivedAt ?? new Date(0);
};

/** The messages of a filter with all of the words, newest first, among the newest 10,000 that have the rarest of them. */
const found = async (
  database: Database,
  user: string,
  query: string,
  { userId: _user, ...filter }: Filter<MessageDocument>,
  page: Page,
) => {
  const words = queryWords(query);
  if (words.length === 0) return undefined;
  const userId = oid(user);
  const lead = { userId, words: await rarest(database, userId, words) };
  const all = words.map((word) => ({ words: keyOf(word) }));
  // One word alone fills its page at once: nearly all mail is received mail.
  const passesOver = words.length > 1 || Object.keys(filter).some((field) => field !== "direction");
  const since = passesOver ? [{ receivedAt: { $gte: await oldestLookedAt(database, lead) } }] : [];
  return pageOf(messagesOf(database), { ...lead, $and: [...since, filter, ...all] }, "receivedAt", page);
};

/** The search in MongoDB: each message holds its words, as numbers in an index. */
export const mongoMessageSearch = (connect: Connect): MessageSearch => ({
  messages: async (userId, query, filter, page) => {
    const database = await connect();
    const rows = await found(database, userId, query, await listed(database, userId, filter), page);
    return (await (rows?.project(WITHOUT_SEARCH).toArray() ?? [])).map((row) => fromDocument<Message>(row));
  },
  threadIds: async (userId, query) => {
    const rows = await found(await connect(), userId, query, {}, { limit: FOUND_MAX, offset: 0 });
    const messages = await (rows?.project<Pick<MessageDocument, "threadId">>({ threadId: 1 }).toArray() ?? []);
    return [...new Set(messages.map(({ threadId }) => threadId.toHexString()))];
  },
  index: async () => {
    const messages = messagesOf(await connect());
    const waiting = await messages.find({ unsearched: true }, { projection: searched }).limit(STEP_MAX).toArray();
    const writes = waiting.map(({ _id, ...message }) => ({
      updateOne: { filter: { _id }, update: { $set: { words: messageWords(message).map(keyOf) }, $unset: { unsearched: "" as const } } },
    }));
    if (writes.length > 0) await messages.bulkWrite(writes);
    return waiting.length;
  },
});
