import { normalised, UNSPACED } from "#shared/mail/text.ts";
import type { Address } from "#shared/mail/parsed-message.ts";
import type { Collection, Document, Filter, ObjectId, WithId } from "mongodb";
import type { ListedMessage } from "../../message.ts";
import type { MessageSearch } from "../../ports/messages.ts";
import type { Page } from "#shared/platform/ports.ts";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, inMailboxes, pageOf } from "#shared/platform/mongo/documents.ts";
import { messagesOf, NOT_LISTED, NOT_YET_SEARCHED, type SearchFields } from "../message-documents.ts";
import { listed } from "../messages.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";

/** How many different words of a message are stored at most: first those of the subject, people and file names, then those of the text. */
export const WORDS_MAX = 200;
/** How many characters of a message are read for words. */
const TEXT_MAX = 20_000;
/** Longer words are cut to this many characters. */
const WORD_MAX = 40;

const RUN = /[\p{L}\p{N}]+/gu;

/**
 * A text without differences of case, accents and widths: Straße and STRASSE, é and e, ﬁ and fi become equal (Unicode NFKD, default case folding).
 */
const folded = (text: string): string =>
  normalised(normalised(text.slice(0, TEXT_MAX), "NFKD").replace(/\p{M}/gu, "").toUpperCase().toLowerCase(), "NFC");

const pairs = (run: string): readonly string[] => {
  const letters = Array.from(run);
  return letters.length === 1 ? letters : letters.slice(1).map((letter, i) => `${letters[i]}${letter}`);
};

/** The words of a text in order, with repetitions: letters and digits, at least two; pairs of letters in scripts without spaces. */
const wordsOf = function* (text: string): Generator<string> {
  for (const [run] of folded(text).matchAll(RUN)) {
    const spaced = run.split(UNSPACED).filter((word) => word.length > 1);
    yield* spaced.map((word) => word.slice(0, WORD_MAX));
    for (const [unspaced] of run.matchAll(UNSPACED)) yield* pairs(unspaced);
  }
};

/** The different words of a query. */
export const queryWords = (query: string): readonly string[] => [...new Set(wordsOf(query))];

interface SearchedMessage {
  readonly subject: string;
  readonly from: Address;
  readonly to: readonly Address[];
  readonly cc: readonly Address[];
  readonly attachments?: readonly { readonly filename: string }[];
  readonly replyText: string;
}

interface SearchedThread {
  readonly subject: string;
  readonly participants: readonly string[];
}

/** The different words by which a message is found. */
export const messageWords = ({ subject, from, to, cc, attachments = [], replyText }: SearchedMessage): readonly string[] => {
  const people = [from, ...to, ...cc].flatMap(({ name, email }) => [name, email]);
  return wordsIn([subject, ...people, ...attachments.map(({ filename }) => filename), replyText]);
};

/** The different words by which a conversation is found before it has received mail. */
const threadWords = ({ subject, participants }: SearchedThread): readonly string[] => wordsIn([subject, ...participants]);

/** The different words of texts in order, at most `WORDS_MAX`. */
const wordsIn = (texts: readonly string[]): readonly string[] => {
  const words = new Set<string>();
  for (const text of texts)
    for (const word of wordsOf(text)) {
      if (words.size === WORDS_MAX) return [...words];
      words.add(word);
    }
  return [...words];
};

/** The most documents that a search reads, the newest with its rarest word: about 0.1 s on a real database. */
const LOOKED_AT_MAX = 10_000;
/** How many words, the longest ones, are counted to find the rarest. */
const COUNTED_WORDS = 4;
/** A word with this many documents counts as common; counting stops there, and a search reads so many documents first. */
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

/** The newest documents with a word: how many, up to `COUNTED_MAX`, and the date of the oldest of these. */
interface Counted {
  readonly key: number;
  readonly count: number;
  readonly oldest: Date;
}

/** Counts the newest documents with a word; answered by the index alone. */
const countNewest = async ({ documents, at }: Searched, userId: ObjectId, word: string): Promise<Counted> => {
  const key = keyOf(word);
  const stages = [
    { $match: { userId, words: key } },
    { $sort: { [at]: -1, _id: -1 } },
    { $limit: COUNTED_MAX },
    { $project: { _id: 0, [at]: 1 } },
    { $group: { _id: null, count: { $sum: 1 }, oldest: { $min: `$${at}` } } },
  ];
  const [counted] = await documents.aggregate<Omit<Counted, "key">>(stages).toArray();
  return { key, count: counted?.count ?? 0, oldest: counted?.oldest ?? new Date(0) };
};

/** The rarest of the words, whose documents a search reads; of common ones the one of which as many documents go back the longest. */
const rarest = async (searched: Searched, userId: ObjectId, words: readonly string[]): Promise<Counted> => {
  const longest = words.toSorted((a, b) => b.length - a.length).slice(0, COUNTED_WORDS);
  const counted = await Promise.all(longest.map((word) => countNewest(searched, userId, word)));
  return counted.reduce((a, b) => ((b.count - a.count || b.oldest.getTime() - a.oldest.getTime()) < 0 ? b : a));
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

/**
 * The documents that match the filter and have all words, newest first, among the newest 10,000 with the rarest word. Of a common word the newest
 * 1,000 are read first, which nearly always fill the page.
 */
const found = async <Row extends Document>(
  searched: Searched,
  { user, query, projection }: { readonly user: string; readonly query: string; readonly projection: Document },
  { userId: _user, ...filter }: Filter<SearchedDocument>,
  page: Page,
): Promise<Row[]> => {
  const words = queryWords(query);
  const [first] = words;
  if (first === undefined) return [];
  const userId = oid(user);
  const all = words.map((word) => ({ words: keyOf(word) }));
  const read = (lead: number, since?: Date) => {
    const conditions = [...(since ? [{ [searched.at]: { $gte: since } }] : []), filter, ...all];
    return pageOf(searched.documents, { userId, words: lead, $and: conditions }, searched.at, page).project<Row>(projection).toArray();
  };
  // A single word fills its page at once, because nearly all mail is received mail.
  const passesOver = words.length > 1 || Object.keys(filter).some((field) => field !== "direction");
  if (!passesOver) return read(keyOf(first));
  const lead = await rarest(searched, userId, words);
  if (lead.count < COUNTED_MAX) return read(lead.key);
  const rows = await read(lead.key, lead.oldest);
  return rows.length >= page.limit ? rows : read(lead.key, await oldestLookedAt(searched, { userId, words: lead.key }));
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
    const rows = await found<WithId<Document>>(messagesIn(database), { user: userId, query, projection: NOT_LISTED }, wanted, page);
    return rows.map((row) => fromDocument<ListedMessage>(row));
  },
  threadIds: async (userId, query, within) => {
    const database = await connect();
    const [messages, threads] = await Promise.all(
      [messagesIn(database), threadsIn(database)].map((searched) =>
        found<Pick<SearchedDocument, "_id" | "threadId">>(
          searched,
          { user: userId, query, projection: { threadId: 1 } },
          inMailboxes({ mailboxIds: within }),
          { limit: FOUND_MAX, offset: 0 },
        ),
      ),
    );
    return [...new Set([...messages!.map(({ threadId }) => threadId!), ...threads!.map(({ _id }) => _id)].map((id) => id.toHexString()))];
  },
  index: async (ids) => {
    const database = await connect();
    const some = { ...NOT_YET_SEARCHED, ...(ids && { _id: { $in: ids.map(oid) } }) } as const;
    const messages = await messagesOf(database).find(some, { projection: ofMessages }).limit(STEP_MAX).toArray();
    const done = await putWords(
      messagesIn(database),
      messages.map((message) => ({ _id: message._id, words: messageWords(message) })),
    );
    if (ids) return done;
    const threads = await threadsOf(database).find(NOT_YET_SEARCHED, { projection: ofThreads }).limit(STEP_MAX).toArray();
    return (
      done +
      (await putWords(
        threadsIn(database),
        threads.map((thread) => ({ _id: thread._id, words: threadWords(thread) })),
      ))
    );
  },
});
