/** Each step beside a conversation of THREAD_BENCH_MESSAGES messages (200,000): one more mail, its view, marks, a merge, erasing its mailbox. */
import { ObjectId } from "mongodb";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type MessageDocument, messagesOf } from "#shared/inbox/store/message-documents.ts";
import { mongoPurges } from "#shared/inbox/store/purges.ts";
import { mongoThreadReconciliation } from "#shared/threads/store/thread-reconciliation.ts";
import { mongoNotes } from "#shared/threads/store/notes.ts";
import { factsUpdate, threadsOf } from "#shared/threads/store/thread-documents.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { viewThread } from "#shared/threads/view-thread.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { startDatabase } from "./database.ts";
import { type Bench, median, type Row } from "./row.ts";

const total = Number(process.env["THREAD_BENCH_MESSAGES"] ?? 200_000);
const CHUNK = 2_000;
const STEP_MAX_MS = 1_000;
const ROUNDS = 9;
const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } });

export const bench: Bench = async () => {
  const { connect, stop } = await startDatabase();
  try {
    const database = await connect();
    const store = inboxStore(connect);
    const mailboxes = mongoSealedMailboxes(connect, keyring);
    await mailboxes.insert(store.mailbox, {});
    await store.receive([{ messageId: "<root@peer.test>" }]);
    const template = await messagesOf(database).findOne({});
    const thread = await threadsOf(database).findOne({});
    if (!template || !thread) throw new Error("nothing was stored");
    const begun = thread.createdAt.getTime();
    for (let n = 1; n < total; n += CHUNK) {
      const rows = Array.from({ length: Math.min(CHUNK, total - n) }, (_, i): MessageDocument => {
        const key = `long ${n + i}`;
        return {
          ...template,
          _id: new ObjectId(),
          uid: 1000 + n + i,
          dedupeKey: key,
          messageId: `<${key}>`,
          receivedAt: new Date(begun + n + i),
        };
      });
      await messagesOf(database).insertMany(rows);
    }
    await threadsOf(database).updateOne({ _id: thread._id }, factsUpdate(thread, { ...thread.facts, messages: total, unread: total }));

    const rows: Row[] = [];
    const step = async (name: string, work: () => Promise<unknown>, rounds = ROUNDS, steps = 1) => {
      const ms: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const started = performance.now();
        await work();
        ms.push(performance.now() - started);
      }
      rows.push({ name, unit: "ms", ours: median(ms), target: STEP_MAX_MS * steps, atMost: true });
    };
    const { userId } = store;
    const threadId = thread._id.toHexString();
    const reconciliation = mongoThreadReconciliation(connect);
    const ports = { messages: store.messages, notes: mongoNotes(connect), threads: store.threads, sends: mongoSends(connect) };
    await step("one more mail", () => store.receive([{ references: ["<root@peer.test>"] }]));
    await step("its view", () => viewThread(ports, userId, threadId));
    await step("marking it read, the request's four steps", () => store.threads.setRead(userId, threadId, true), 1, 4);
    await step("marking it read, a step of the sweeper", () => reconciliation.goOn());
    await store.receive([{ messageId: "<first@peer.test>", receivedAt: new Date(begun - 60_000) }]);
    await threadsOf(database).updateOne({ _id: { $ne: thread._id } }, { $set: { createdAt: new Date(begun - 60_000) } });
    await step("merging it into an older one", () => store.receive([{ references: ["<first@peer.test>", "<root@peer.test>"] }]), 1);
    await step("merging it, a step of the sweeper", () => reconciliation.goOn());
    const purges = mongoPurges(connect);
    await mailboxes.delete(userId, store.mailbox.id);
    await purges.begin(userId, store.mailbox.id);
    await step("erasing its mailbox, a step", () => purges.step());
    const left = await messagesOf(database).countDocuments({ mailboxId: oid(store.mailbox.id) });
    if (left >= total) throw new Error("nothing was erased");
    return rows;
  } finally {
    await stop();
  }
};
