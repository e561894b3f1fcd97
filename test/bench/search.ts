/** Searches of SEARCH_BENCH_MESSAGES messages (default 100,000) of one account, words by Zipf's law; and what it costs storing. Words are given before the other indexes are made. */
import { ObjectId } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { createIndexes, longTimeouts } from "#shared/service/indexes.ts";
import { messageBodiesOf, type MessageDocument, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoMessageSearch } from "#shared/inbox/store/search/message-search.ts";
import { startDatabase } from "./database.ts";
import { type Bench, median, type Row } from "./row.ts";

const total = Number(process.env["SEARCH_BENCH_MESSAGES"] ?? 100_000);
const CHUNK = 5_000;
const VOCABULARY = 60_000;
const WORDS = 60;
const ROUNDS = 60;
const STORED = 500;
const STORE_ROUNDS = 15;
const TARGET_MS = 50;

const userId = new ObjectId();
let seed = 1;
const random = () => (seed = Math.imul(seed, 48_271) >>> 0) / 2 ** 32;
/** Every word's rank by Zipf's law: rank n is n times rarer than the first. */
const word = () => `w${Math.floor(VOCABULARY ** random())}x`;

const row = (n: number) => {
  const text = Array.from({ length: WORDS }, word).join(" ");
  const message = {
    subject: `Numbers ${n}`,
    from: { name: `Person ${n % 5_000}`, email: `p${n % 5_000}@peer.test` },
    to: [{ name: "", email: "me@example.com" }],
    cc: [],
    replyText: text,
  };
  return {
    _id: new ObjectId(),
    userId,
    mailboxId: userId,
    threadId: userId,
    folder: "INBOX",
    uidValidity: "1",
    uid: n,
    dedupeKey: `k${n}`,
    kind: "reply",
    isRead: n % 3 === 0,
    receivedAt: new Date(1_700_000_000_000 + n * 1_000),
    createdAt: new Date(),
    unsearched: true as const,
    ...message,
  };
};

/** Loads the messages and gives them their words; answers how many a second got theirs. */
const load = async (database: Database, connect: Connect): Promise<number> => {
  await messagesOf(database).dropIndexes();
  await messagesOf(database).createIndex({ unsearched: 1 }, { partialFilterExpression: { unsearched: { $exists: true } } });
  for (let at = 0; at < total; at += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, total - at) }, (_, i) => row(at + i));
    await messagesOf(database).insertMany(rows as unknown as MessageDocument[], { ordered: false });
  }
  const began = performance.now();
  while ((await mongoMessageSearch(connect).index()) > 0);
  const perSecond = total / ((performance.now() - began) / 1_000);
  await createIndexes(database);
  return perSecond;
};

const percentile = (values: readonly number[], p: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * p)] ?? 0;

/** How long a page of received mail takes to be written, marked for the sweeper and not, alternating; ms a page of 500. */
const writing = async (database: Database): Promise<Row> => {
  await messagesOf(database).deleteMany({ uid: { $lt: 0 } });
  await createIndexes(database);
  const times: Record<"with" | "without", number[]> = { with: [], without: [] };
  let n = total;
  for (let round = 0; round < STORE_ROUNDS; round += 1)
    for (const which of ["with", "without"] as const) {
      const rows = Array.from({ length: STORED }, () => row((n += 1)));
      const documents = rows.map(({ unsearched, ...rest }) => (which === "with" ? { ...rest, unsearched } : rest));
      const bodies = rows.map(({ _id, replyText }) => ({
        _id,
        userId,
        text: replyText,
        html: `<p>${replyText}</p>`,
        replyHtml: `<p>${replyText}</p>`,
      }));
      const started = performance.now();
      await database.transaction(async (session) => {
        await messagesOf(database).insertMany(documents as unknown as MessageDocument[], { session });
        await messageBodiesOf(database).insertMany(bodies, { session });
      });
      times[which].push(performance.now() - started);
    }
  return {
    name: `writing ${STORED} messages that await their words, against plain ones`,
    unit: "ms",
    ours: median(times.with),
    floor: median(times.without),
  };
};

/** Each kind of search, p50 and p99; then the cost of writing. */
export const bench: Bench = async () => {
  const store = await startDatabase(() => ({ ...longTimeouts(), connectTimeoutMS: 600_000 }));
  try {
    const database = await store.connect();
    const began = performance.now();
    const perSecond = await load(database, store.connect);
    console.log(
      `${total} messages loaded in ${Math.round((performance.now() - began) / 1_000)} s (${store.kind}), ${Math.round(perSecond)} a second given words`,
    );
    const search = mongoMessageSearch(store.connect);
    const common = (at: number) => `w${at}x`;
    const queries: Readonly<Record<string, (round: number) => string>> = {
      "the commonest word": () => common(1),
      "a common word": (round) => common(10 + round),
      "a rare word": (round) => common(5_000 + 97 * round),
      "two common words": (round) => `${common(2 + round)} ${common(3 + round)}`,
      "a common and a rare word": (round) => `${common(2)} ${common(2_000 + 97 * round)}`,
      "three words": (round) => `${common(2)} ${common(30 + round)} ${common(300 + round)}`,
      "two rare words, nothing found": (round) => `${common(9_000 + round)} ${common(19_000 + round)}`,
      "a person": (round) => `p${round * 71}@peer.test`,
    };
    const rows: Row[] = [];
    for (const [name, query] of Object.entries(queries)) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const words = query(round);
        const started = performance.now();
        await search.messages(String(userId), words, {}, { limit: 50, offset: 0 });
        if (round >= 10) times.push(performance.now() - started);
      }
      rows.push({ name: `${name}, p50`, unit: "ms", ours: percentile(times, 0.5), target: TARGET_MS, atMost: true });
      rows.push({ name: `${name}, p99`, unit: "ms", ours: percentile(times, 0.99) });
    }
    return [...rows, await writing(database)];
  } finally {
    await store.stop();
  }
};
