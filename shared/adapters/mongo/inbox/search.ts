import { type Filter, ObjectId } from "mongodb";
import { messageWords } from "../../../domain/mail/search-words.ts";
import type { SearchWords } from "../../../domain/inbox/ports.ts";
import type { Page } from "../../../domain/ports.ts";
import type { Connect, Database } from "../database.ts";
import { pageOf } from "../pages.ts";
import { type MessageDocument, messagesOf, NOT_SHOWN } from "./message-documents.ts";

/** A search looks at no more messages than this, the newest with the rarest of its words: about 0.1 s on a real database. */
const LOOKED_AT_MAX = 10_000;
/** So many words, the longest, are counted to find the rarest. */
const COUNTED_WORDS = 4;
/** Words with so many messages are all common. */
const COUNTED_MAX = 1_000;

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

/** The messages with all of the words, newest first, among the newest 10,000 that have the rarest of them. */
export const searchMessages = async (
  database: Database,
  { words, userId, ...rest }: Filter<MessageDocument> & { readonly words: readonly string[]; readonly userId: ObjectId },
  page: Page,
): Promise<readonly MessageDocument[]> => {
  const lead = { userId, words: await rarest(database, userId, words) };
  const all = words.map((word) => ({ words: keyOf(word) }));
  // One word alone fills its page at once: nearly all mail is received mail.
  const passesOver = words.length > 1 || Object.keys(rest).some((field) => field !== "direction");
  const since = passesOver ? [{ receivedAt: { $gte: await oldestLookedAt(database, lead) } }] : [];
  const query: Filter<MessageDocument> = { ...lead, $and: [...since, rest, ...all] };
  return pageOf(messagesOf(database), query, "receivedAt", page).project<MessageDocument>(NOT_SHOWN).toArray();
};

/** Messages that get their words in one step. */
const STEP_MAX = 200;
const searched = { subject: 1, from: 1, to: 1, cc: 1, replyText: 1 } as const;

/** Gives words to messages that were stored without. */
export const mongoSearchWords = (connect: Connect): SearchWords => ({
  goOn: async () => {
    const messages = messagesOf(await connect());
    const found = await messages.find({ unsearched: true }, { projection: searched }).limit(STEP_MAX).toArray();
    const writes = found.map(({ _id, ...message }) => ({
      updateOne: { filter: { _id }, update: { $set: { words: messageWords(message).map(keyOf) }, $unset: { unsearched: "" as const } } },
    }));
    if (writes.length > 0) await messages.bulkWrite(writes);
    return found.length;
  },
});

const MARKED_AT_ONCE = 1_000;
/** Lets the sweeper give words to messages that were stored before there was a search. */
export const markUnsearched = async (database: Database): Promise<void> => {
  const messages = messagesOf(database);
  const pageAfter = (last: ObjectId) =>
    messages
      .find({ _id: { $gt: last } }, { projection: { words: 1 } })
      .sort({ _id: 1 })
      .limit(MARKED_AT_ONCE)
      .toArray();
  for (let page = await pageAfter(ObjectId.createFromTime(0)); page.length > 0; page = await pageAfter(page.at(-1)!._id)) {
    const old = page.flatMap(({ _id, words }) => (words ? [] : [_id]));
    if (old.length > 0) await messages.updateMany({ _id: { $in: old } }, { $set: { unsearched: true } });
  }
};

/** Messages whose conversations a search of conversations gives at most. */
const FOUND_MAX = 500;

/** The conversations of the newest messages with all of the words. */
export const threadsWith = async (database: Database, userId: ObjectId, words: readonly string[]): Promise<ObjectId[]> => {
  const found = await searchMessages(database, { userId, words }, { limit: FOUND_MAX, offset: 0 });
  return [...new Map(found.map(({ threadId }) => [String(threadId), threadId])).values()];
};
