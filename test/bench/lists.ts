/** Lists and thread views against the bare indexed finds of the same documents and fields. LISTS_BENCH_MESSAGES, default 50,000; the targets hold for 1,000,000 too. */
import { ObjectId } from "mongodb";
import type { Database } from "#shared/platform/mongo/database.ts";
import { fromDocument } from "#shared/platform/mongo/documents.ts";
import { messageBodiesOf, type MessageDocument, messagesOf, NOT_LISTED, WITHOUT_REPORT } from "#shared/inbox/store/message-documents.ts";
import { mongoMessages } from "#shared/inbox/store/messages.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { newThread, NOT_SHOWN, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mongoThreads } from "#shared/threads/store/threads.ts";
import { withoutBodies } from "#shared/inbox/fit-page.ts";
import type { Message } from "#shared/inbox/message.ts";
import { mongoNotes } from "#shared/threads/store/notes.ts";
import { factsOfMessage, joinFacts, noFacts } from "#shared/threads/thread-facts.ts";
import { viewThread } from "#shared/threads/view-thread.ts";
import { messageOut, threadMessageOut, threadOut } from "#shared/threads/wire.ts";
import { startDatabase } from "./database.ts";
import type { Bench, Row } from "./row.ts";

const total = Number(process.env["LISTS_BENCH_MESSAGES"] ?? 50_000);
const ROUNDS = 1200;
/** The first so many only warm up. */
const WARM_UP = 300;
const PER_THREAD = 5;
const CHUNK = 2_000;
const TARGETS = { 0.5: 1.3, 0.99: 1.5 } as const;
const kinds = ["reply", "inbound", "bulk", "bounce", "auto_reply"] as const;

const userId = new ObjectId();
const user = userId.toHexString();
const mailboxes = Array.from({ length: 10 }, () => new ObjectId());
const threadIds: string[] = [];

const seed = async (database: Database): Promise<void> => {
  for (let at = 0; at < total; at += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, total - at) }, (_, i) => {
      const n = at + i;
      const thread = Math.floor(n / PER_THREAD);
      if (n % PER_THREAD === 0) threadIds.push(new ObjectId().toHexString());
      const text = `Message ${n}: the numbers of this week are in, and they are good. `.repeat(4);
      const email = `p${thread % 5_000}@peer.test`;
      return {
        _id: new ObjectId(),
        userId,
        mailboxId: mailboxes[thread % mailboxes.length]!,
        threadId: new ObjectId(threadIds[thread]!),
        folder: "INBOX",
        uidValidity: "1",
        uid: n + 1,
        kind: n % 7 === 0 ? "bulk" : n % 2 === 0 ? "reply" : "inbound",
        messageId: `<${n}@peer.test>`,
        inReplyTo: "",
        references: [],
        from: { name: "Person", email },
        to: [{ name: "", email: "me@example.com" }],
        cc: [],
        replyTo: "",
        subject: `Weekly numbers ${n}`,
        snippet: text.slice(0, 200),
        replyText: text,
        bodyTruncated: false,
        attachments: [],
        isRead: n % 3 === 0,
        receivedAt: new Date(1_700_000_000_000 + n * 1000),
        createdAt: new Date(1_700_000_000_000 + n * 1000),
        dedupeKey: `k${n}`,
        counterparts: [email],
      };
    });
    await messagesOf(database).insertMany(rows as readonly object[] as readonly MessageDocument[]);
    await messageBodiesOf(database).insertMany(
      rows.map(({ _id, replyText }) => ({ _id, userId, text: replyText, html: `<p>${replyText}</p>`, replyHtml: `<p>${replyText}</p>` })),
    );
    const byThread = Map.groupBy(rows, ({ threadId }) => threadId.toHexString());
    await threadsOf(database).insertMany(
      [...byThread].map(([id, of]) =>
        newThread(
          user,
          of[0]!.mailboxId.toHexString(),
          new ObjectId(id),
          of.map((row) => factsOfMessage(fromDocument<Message>(row))).reduce(joinFacts, noFacts),
        ),
      ),
    );
  }
};

const percentile = (values: readonly number[], p: number) => values.toSorted((a, b) => a - b)[Math.floor(values.length * p)] ?? 0;

/** Alternates both, so that whatever else the machine does meets both. */
const compare = async (
  name: string,
  ours: (round: number) => Promise<unknown>,
  bare: (round: number) => Promise<unknown>,
): Promise<readonly Row[]> => {
  const [a, b]: [number[], number[]] = [[], []];
  const timed = async (into: number[], work: (round: number) => Promise<unknown>, round: number) => {
    const started = performance.now();
    await work(round);
    if (round >= WARM_UP) into.push(performance.now() - started);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await timed(a, ours, round);
    await timed(b, bare, round);
  }
  const row = (p: keyof typeof TARGETS): Row => ({
    name: `${name}, p${p * 100}`,
    unit: "ms",
    ours: percentile(a, p),
    floor: percentile(b, p),
    target: TARGETS[p],
    atMost: true,
  });
  return [row(0.5), row(0.99)];
};

/** Each list and the thread view, p50 and p99. */
export const bench: Bench = async () => {
  const store = await startDatabase();
  try {
    const database = await store.connect();
    await seed(database);
    const messages = mongoMessages(store.connect);
    const threads = mongoThreads(store.connect);
    const page = { limit: 50, offset: 0 };
    const box = (round: number) => mailboxes[round % mailboxes.length]!;
    const find = (filter: object) =>
      messagesOf(database)
        .find({ userId, direction: { $exists: false }, ...filter }, { projection: NOT_LISTED })
        .sort({ receivedAt: -1, _id: -1 })
        .limit(50)
        .toArray();
    const list = async (filter: object) => withoutBodies(await messages.list(user, filter, page)).map(messageOut);
    const threadOf = (round: number) => threadIds[(round * 7919) % threadIds.length]!;
    const ports = { messages, notes: mongoNotes(store.connect), threads, sends: mongoSends(store.connect) };
    const bareView = async (round: number) => {
      const threadId = new ObjectId(threadOf(round));
      const [rows] = await Promise.all([
        messagesOf(database)
          .find({ userId, threadId }, { projection: WITHOUT_REPORT })
          .sort({ receivedAt: -1, _id: -1 })
          .limit(500)
          .toArray(),
        threadsOf(database).findOne({ _id: threadId, userId }, { projection: NOT_SHOWN }),
        sendsOf(database)
          .find({ userId, threadId, status: { $ne: "cancelled" } })
          .sort({ createdAt: -1, _id: -1 })
          .limit(500)
          .toArray(),
      ]);
      await messageBodiesOf(database)
        .find({ _id: { $in: rows.map(({ _id }) => _id) }, userId })
        .toArray();
    };
    const compared = [
      await compare(
        `messages of ${total}`,
        () => list({}),
        () => find({}),
      ),
      await compare(
        "messages of a mailbox",
        (round) => list({ mailboxId: box(round).toHexString() }),
        (round) => find({ mailboxId: box(round) }),
      ),
      await compare(
        "unread messages",
        () => list({ unread: true }),
        () => find({ kind: { $in: [...kinds] }, isRead: false }),
      ),
      await compare(
        "unread replies of a mailbox",
        (round) => list({ mailboxId: box(round).toHexString(), kind: "reply", unread: true }),
        (round) => find({ mailboxId: box(round), kind: "reply", isRead: false }),
      ),
      await compare(
        "threads",
        async () => (await threads.list(user, {}, page)).map(threadOut),
        () =>
          threadsOf(database)
            .find({ userId, lastMessageAt: { $gte: new Date(0) } }, { projection: NOT_SHOWN })
            .sort({ lastMessageAt: -1, _id: -1 })
            .limit(50)
            .toArray(),
      ),
      await compare(
        "a thread's view",
        async (round) => (await viewThread(ports, user, threadOf(round))).entries.map(threadMessageOut),
        bareView,
      ),
    ];
    return compared.flat();
  } finally {
    await store.stop();
  }
};
