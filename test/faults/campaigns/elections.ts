import { setTimeout as sleep } from "node:timers/promises";
import { oid } from "#shared/platform/mongo/documents.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { inboxStore } from "#test/support/inbox-store.ts";
import { type RealMongo, startRealMongo } from "#test/support/real-mongod.ts";
import { type DatabaseLoad, openLoad } from "../database-load.ts";
import type { FaultTest } from "../fault-test.ts";
import { emptyReport, remark, type Report } from "../report.ts";

/** How a primary ceases to be one; each resolves when the set has a primary again and the old one is back. */
const elections: Readonly<Record<string, (mongo: RealMongo) => Promise<void>>> = {
  "stepped down": async (mongo) => {
    const primary = await mongo.primary();
    await primary.command({ replSetStepDown: 10, secondaryCatchUpPeriodSecs: 5 });
    await mongo.primary();
  },
  killed: async (mongo) => {
    const primary = await mongo.primary();
    primary.kill("SIGKILL");
    await primary.ended();
    await mongo.primary();
    await sleep(1_000);
    await primary.start();
  },
  "frozen for 15 s": async (mongo) => {
    const primary = await mongo.primary();
    primary.kill("SIGSTOP");
    await sleep(15_000);
    primary.kill("SIGCONT");
    await mongo.primary();
  },
};

/** Received mail of many mailboxes, one page after another; a page that failed leaves its mailbox, whose lease may still be held. */
const ingestLoad = (load: DatabaseLoad) => {
  const connect = load.connect();
  const stores: { readonly mailboxId: string; stored: number }[] = [];
  return {
    stored: () => stores.reduce((sum, { stored }) => sum + stored, 0),
    during: async (running: { readonly on: boolean }) => {
      while (running.on) {
        const store = inboxStore(connect);
        const row = { mailboxId: store.mailbox.id, stored: 0 };
        stores.push(row);
        try {
          while (running.on) {
            row.stored += await store.commit(store.prepare([{ subject: "One" }, { subject: "Two" }]));
            await sleep(20);
          }
        } catch {
          await sleep(200);
        }
      }
    },
    audit: async (): Promise<readonly string[]> => {
      const database = await load.context.connect();
      const remarks: string[] = [];
      for (const { mailboxId, stored } of stores) {
        const of = { mailboxId: oid(mailboxId) };
        const messages = await messagesOf(database).countDocuments(of);
        const threads = await threadsOf(database).find(of).toArray();
        const counted = threads.reduce((sum, { messageCount }) => sum + messageCount, 0);
        if (messages < stored || counted !== messages)
          remarks.push(`${stored} mails were stored, ${messages} are there, their threads count ${counted}`);
      }
      return remarks;
    },
  };
};

const MONGOD = process.env["MONGOD_BINARY"] ?? "";
const SETTLE_MS = 2_000;

/** T17: a replica set of three whose primary steps down, is killed or frozen while mail is accepted, delivered and received: nothing acknowledged is lost, nothing is charged or sent twice. */
export const t17: FaultTest = {
  id: "T17",
  title: "elections of a real replica set",
  mutants: [],
  run: async ({ random, scale }) => {
    const mongo = await startRealMongo(MONGOD, 3);
    const remarks: string[] = [];
    let last: Report = emptyReport;
    let received = 0;
    let close: (() => Promise<void>) | undefined;
    try {
      const load = await openLoad(mongo, Math.floor(random() * 2 ** 31), scale);
      ({ close } = load);
      const inbox = ingestLoad(load);
      for (let round = 0; round < Math.min(50, Math.max(4, 2 * scale)); round += 1) {
        const kinds = Object.entries(elections);
        const [name, elect] = kinds[round % kinds.length]!;
        const running = { on: true };
        const receiving = inbox.during(running);
        await load.during(async () => {
          await sleep(SETTLE_MS);
          await elect(mongo);
          await sleep(SETTLE_MS);
        });
        running.on = false;
        await receiving;
        last = await load.audit();
        remarks.push(...[...last.unexpected, ...(await inbox.audit())].map((each) => `${name}: ${each}`));
      }
      received = inbox.stored();
      if (received === 0) remarks.push("no mail was received");
    } finally {
      await close?.();
      await mongo.stop();
    }
    return remark({ ...last, acknowledged: last.acknowledged + received, unexpected: [] }, ...remarks);
  },
};
