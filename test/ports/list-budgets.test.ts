import { beforeAll, expect, it } from "vitest";
import { mongoWallets } from "#shared/accounts/store/users.ts";
import { mongoAttention } from "#shared/attention/store.ts";
import { mongoSealedMailboxes } from "#shared/mailboxes/store/sealed-mailboxes.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { auditsOf } from "#shared/inbox/store/audits.ts";
import { mongoSends } from "#shared/sending/store/sends.ts";
import { listAttention } from "#shared/attention/list-attention.ts";
import { mongoNotes } from "#shared/threads/store/notes.ts";
import { viewThread } from "#shared/threads/view-thread.ts";
import { withBodies } from "#shared/inbox/fit-page.ts";
import { listLogs } from "#shared/sending/read-send.ts";
import { clock } from "#shared/platform/system.ts";
import { countDocuments } from "#test/support/count-documents.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { aMailbox } from "#test/support/mailbox.ts";
import { describeOnMongo } from "#test/support/port-suite.ts";

const ROWS = 120;
const PAGE = { limit: 50, offset: 0 };
const WORDS = "The numbers of this week are in, and they are good. ".repeat(20);
const keyring = async () => ({ current: "k", keys: { k: Buffer.alloc(32).toString("base64") } });

/** A ratchet: what a list may ask of the database besides its caller's key and limit. Times are noise; these counts are not. Lower one when it has room. */
const budgets = {
  "messages without bodies": { commands: 1, read: 50, examined: 50, bytes: 90_000 },
  "messages with bodies": { commands: 4, read: 100, examined: 100, bytes: 146_000 },
  threads: { commands: 1, read: 50, examined: 50, bytes: 36_000 },
  "threads whom somebody waits for": { commands: 1, read: 50, examined: 50, bytes: 36_000 },
  "counts of threads": { commands: 2, read: 1, examined: 122, bytes: 2_000 },
  logs: { commands: 6, read: 100, examined: 100, bytes: 78_000 },
  // One command for its notes.
  "a thread's view": { commands: 5, read: 5, examined: 5, bytes: 7_000 },
  // One command for the emails that wait for approval, one for mailboxes of which hints told nothing, and one for the follow-ups of those that are
  // disconnected, where there are any.
  "what needs a person": { commands: 18, read: 430, examined: 430, bytes: 56_000 },
};

const record = { name: "spf", status: "missing", expected: "v=spf1 ~all", current: "" } as const;
const dns = { checkedAt: new Date(), dkim: "verified", spf: "missing", dmarc: "verified" } as const;

describeOnMongo("a list", (connect) => {
  const store = inboxStore(connect);
  const { userId, messages, threads } = store;
  const sends = mongoSends(connect);
  const ports = { messages, notes: mongoNotes(connect), threads, sends, mailboxes: mongoSealedMailboxes(connect, keyring), clock };
  let threadId = "";
  const lists: Record<keyof typeof budgets, () => Promise<unknown>> = {
    "messages without bodies": () => messages.list(userId, {}, PAGE),
    "messages with bodies": async () => withBodies(messages, userId, await messages.list(userId, {}, PAGE)),
    threads: () => threads.list(userId, {}, PAGE),
    "threads whom somebody waits for": () => threads.list(userId, { order: "waiting" }, PAGE),
    "counts of threads": () => threads.counts(userId, undefined),
    logs: () => listLogs(ports, userId, {}, PAGE),
    "a thread's view": () => viewThread(ports, userId, threadId),
    "what needs a person": () => listAttention({ attention: mongoAttention(connect), wallets: mongoWallets(connect), clock }, userId),
  };

  beforeAll(async () => {
    await mongoSealedMailboxes(connect, keyring).insert(store.mailbox, {});
    const arrivals = Array.from({ length: ROWS }, (_, n) => ({ messageId: `<m${n}@peer.test>`, subject: `Numbers ${n}`, body: WORDS }));
    await store.receive(arrivals);
    await store.receive([{ references: ["<m0@peer.test>"], body: WORDS }]);
    for (let n = 0; n < ROWS; n += 1) await store.sent({ createdAt: new Date(Date.UTC(2026, 10, 20) + n) }, WORDS);
    const hourAgo = new Date(Date.now() - 3_600_000);
    const lost = { status: "failed", stage: "intent", countedAt: hourAgo, lastError: "outcome unknown" } as const;
    for (let n = 0; n < ROWS; n += 1) {
      await ports.mailboxes.insert(aMailbox({ userId, status: "disconnected", statusSince: hourAgo }), {});
      await ports.mailboxes.insert(aMailbox({ userId, dns: { ...dns, broken: { since: hourAgo, records: [record] } } }), {});
      await store.sent({ ...lost, createdAt: new Date(Date.UTC(2026, 10, 19)) }, WORDS);
      await mongoWallets(connect).topUp(userId, 1, `top-up ${n}`);
    }
    const last = { checkedAt: hourAgo, since: hourAgo, folders: [], complete: false };
    await auditsOf(await connect()).insertOne({ _id: oid(store.mailbox.id), userId: oid(userId), passed: [], last });
    threadId = (await threads.list(userId, {}, PAGE))[0]?.id ?? "";
  }, 120_000);

  it.each(Object.entries(budgets))("stays within its budget: %s", async (name, budget) => {
    const { commands, read, examined, bytes } = await countDocuments(connect, lists[name as keyof typeof budgets]);

    expect(commands, "commands").toBeLessThanOrEqual(budget.commands);
    expect(read, "documents read").toBeLessThanOrEqual(budget.read);
    expect(examined, "documents examined").toBeLessThanOrEqual(budget.examined);
    expect(bytes, "bytes").toBeLessThanOrEqual(budget.bytes);
  });
});
