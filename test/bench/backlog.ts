/** Each step of delivering beside a backlog: BACKLOG_BENCH_SENDS due sends in one mailbox (1,000,000), half as many in one that is deleted. */
import { ObjectId } from "mongodb";
import type { Database } from "#shared/platform/mongo/database.ts";
import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { resumeMailbox } from "#shared/sending/store/delivery-rows.ts";
import { type SendDocument, sendsOf } from "#shared/sending/store/send-documents.ts";
import { startDatabase } from "./database.ts";
import type { Bench, Row } from "./row.ts";

const total = Number(process.env["BACKLOG_BENCH_SENDS"] ?? 1_000_000);
const SMALL_MAILBOXES = 1_000;
const EXPIRED = 3_000;
const CHUNK = 5_000;
const STEP_MAX_MS = 1_000;
const PAUSE_STEPS = 20;
const userId = new ObjectId();
/** In the order of their ids, which is the sweeper's. */
const [deleted, first, dying, ...small] = Array.from({ length: 3 + SMALL_MAILBOXES }, () => new ObjectId()) as [
  ObjectId,
  ObjectId,
  ObjectId,
  ...ObjectId[],
];

const seed = async (database: Database, count: number, facts: (n: number) => object): Promise<void> => {
  const start = Date.now() - 24 * 3_600_000;
  for (let at = 0; at < count; at += CHUNK) {
    const rows = Array.from({ length: Math.min(CHUNK, count - at) }, (_, i) => {
      const _id = new ObjectId();
      const dueAt = new Date(start + (at + i) * 10);
      return {
        _id,
        userId,
        messageId: `<${_id.toHexString()}>`,
        recipient: "a@b.test",
        attempts: 0,
        createdAt: dueAt,
        dueAt,
        ...facts(at + i),
      };
    });
    await sendsOf(database).insertMany(rows as unknown as SendDocument[], { ordered: false, writeConcern: { w: 1 } });
  }
};

/** How long the longest of some runs of a step takes. */
const longest = async (name: string, runs: number, step: () => Promise<unknown>, target = STEP_MAX_MS): Promise<Row> => {
  let ours = 0;
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    const more = await step();
    ours = Math.max(ours, performance.now() - began);
    if (more === false) break;
  }
  return { name, unit: "ms", ours, target, atMost: true };
};

/** The bench. */
export const bench: Bench = async () => {
  if (!process.env["MONGOD_BINARY"]) {
    console.log("backlog: skipped: MONGOD_BINARY names no mongod, and the embedded server's times say nothing of a real one's");
    return [];
  }
  const { connect, stop } = await startDatabase();
  try {
    const database = await connect();
    const status = (n: number) => (n % 2 ? "scheduled" : "queued");
    await seed(database, total, (n) => ({ mailboxId: first, status: status(n) }));
    await seed(database, total / 2, (n) => ({ mailboxId: deleted, status: status(n) }));
    await seed(database, EXPIRED, () => ({ mailboxId: dying, status: "processing", stage: "claimed", leaseToken: "dead" }));
    await seed(database, SMALL_MAILBOXES, (n) => ({ mailboxId: small[n], status: "queued" }));
    const deliveries = mongoDeliveries(connect);
    const mailboxId = first.toHexString();
    const release = () => resumeMailbox(database, first);
    const claim = async (maxDaily: number) => {
      const outcome = await deliveries.claim(mailboxId, { size: 50, maxDaily });
      if (outcome.kind === "claimed")
        await deliveries.requeue(
          outcome.token,
          outcome.drafts.map(({ send }) => send),
          { afterMs: 0, counts: false },
        );
      return outcome;
    };
    await claim(100_000);
    let [pages, found] = [0, 0];
    let after: string | undefined;
    return [
      await longest("claim and hand back 50", 20, () => claim(100_000)),
      await longest("hold at the cap", 5, async () => [await claim(0), await release()]),
      await longest("pause the mailbox", 5, () => deliveries.pause(mailboxId, 60_000, "retry")),
      await longest("claim while held", 5, () => claim(100_000)),
      await longest("release", 1, release),
      await longest("recover 1,000", 5, async () => (await deliveries.recover()).more),
      await longest("forgotten, a page", 5_000, async () => {
        const step = await deliveries.forgotten(90_000, after);
        [pages, found, after] = [pages + 1, found + step.found.length, step.next];
        return after !== undefined;
      }),
      { name: "  pages", unit: "", ours: pages },
      { name: "  mailboxes found", unit: "", ours: found, target: SMALL_MAILBOXES + 3 },
      await longest(
        "cancel 1,000 of a removed mailbox",
        20,
        async () => (await deliveries.cancelWaiting(deleted.toHexString())) !== undefined,
      ),
      await longest(
        "pause one way, 20 steps of 1,000",
        1,
        () => deliveries.pause(mailboxId, 60_000, "retry", {}),
        PAUSE_STEPS * STEP_MAX_MS,
      ),
    ];
  } finally {
    await stop();
  }
};
