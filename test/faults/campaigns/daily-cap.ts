import { mongoDeliveries } from "#shared/sending/store/deliveries.ts";
import { deliveryRowsOf } from "#shared/sending/store/delivery-rows.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import { TransactionTimeout } from "#shared/platform/mongo/database.ts";
import type { Deliveries } from "#shared/sending/ports/deliveries.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

/** Above the size of a claim, so that the room that a claim leaves is used by others. */
const CAPS = [40, 110, 230, 500] as const;
/** So many more are due than may leave. */
const MORE = 60;
const DAY_MS = 24 * 3_600_000;
/** As infra sets it for the queue. */
const MAX_RECEIVES = 5;

/** The cap judged before the claim instead of within its transaction. */
const readThenWrite = (context: FaultContext): Deliveries => {
  const real = mongoDeliveries(context.connect);
  return {
    ...real,
    claim: async (mailboxId, { size, maxDaily = Infinity }) => {
      const sends = rawSends(await context.connect());
      const used = await sends.countDocuments({ mailboxId: oid(mailboxId), countedAt: { $gt: new Date(Date.now() - DAY_MS) } });
      await new Promise((done) => setTimeout(done, 10));
      return used >= maxDaily ? { kind: "busy" } : real.claim(mailboxId, { size: Math.min(size, maxDaily - used) });
    },
  };
};

/** Room under the cap that a claim does not use up. */
const endlessRoom = (context: FaultContext): Deliveries => {
  const real = mongoDeliveries(context.connect);
  return {
    ...real,
    claim: async (mailboxId, limits) => {
      const { maxDaily = 0 } = limits;
      const rows = deliveryRowsOf(await context.connect());
      await rows.updateOne({ _id: oid(mailboxId), headroom: { $exists: true } }, { $set: { headroom: maxDaily } });
      return real.claim(mailboxId, limits);
    },
  };
};

const once = async (context: FaultContext, cap: number, mutant: Mutant | undefined): Promise<Report> => {
  const mutated = mutant !== undefined;
  const count = cap + MORE;
  const smtp = await context.smtp({ script: { dot: { delayMs: 2 } } });
  const deliveries = mutant === "a claim uses up no room" ? endlessRoom(context) : readThenWrite(context);
  const rig = await context.rig({ smtp, mailbox: { maxDailySends: cap }, ports: mutated ? { deliveries } : {} });
  const sends = await rig.accept(...Array.from({ length: count }, () => ({})));
  const collection = rawSends(await context.connect());
  const mine = { mailboxId: oid(rig.mailbox.id) };
  const unspent = { ...mine, status: "queued", dueAt: { $exists: true } } as const;

  const killed = await context.workers.take();
  const killing = killed.run({
    mailbox: rig.mailbox,
    fault: { point: "K11", passage: 1 + Math.floor(context.random() * 10), signal: "SIGKILL" },
  });
  if (mutated) killed.kill("SIGKILL");
  await killing;
  const recover = async () => {
    await collection.updateMany({ ...mine, status: "processing" }, { $set: { dueAt: new Date(0) } });
    await rig.ports.deliveries.recover();
    await collection.updateMany({ ...mine, stage: "intent" }, { $set: { dueAt: new Date(0) } });
  };
  const rows = deliveryRowsOf(await context.connect());
  /** Eight workers; those whose claim came to no end, for they share one machine here, SQS delivers again once their leases are over. */
  const storm = async (receives = 1): Promise<void> => {
    await rows.updateOne({ _id: mine.mailboxId }, { $unset: { heldUntil: "" } });
    await collection.updateMany(unspent, { $set: { dueAt: new Date(0) } });
    const ends = await Promise.allSettled(Array.from({ length: 8 }, () => rig.deliver()));
    const failures = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
    if (failures.length === 0) return;
    const isFatal = (reason: unknown) => !(reason instanceof TransactionTimeout) || receives === MAX_RECEIVES;
    if (failures.some(isFatal)) throw failures.find(isFatal);
    await recover();
    await storm(receives + 1);
  };
  for (let round = 0; round < 3; round += 1) await storm();
  const first = smtp.accepted.length;
  await recover();
  for (let round = 0; round < 3; round += 1) await storm();
  const today = smtp.accepted.length;
  await collection.updateMany({ ...mine, countedAt: { $exists: true } }, { $set: { countedAt: new Date(Date.now() - DAY_MS - 1000) } });
  for (let round = 0; round < 3; round += 1) await storm();
  const tomorrow = smtp.accepted.length - today;

  const ended = await context.readAll(sends);
  const waiting = ended.filter(({ status }) => status === "queued").length;
  const seen = new Set(smtp.accepted.map(({ messageId }) => messageId));
  // The killed worker may have had a second message under way, which counts although it never left.
  const reserved = ended.filter(({ status, messageId }) => status === "failed" && !seen.has(messageId)).length;
  const report = compare(ended, smtp.accepted);
  return remark(
    { ...report, lost: report.lost - waiting },
    ...(first <= cap && today <= cap && today + reserved >= cap ? [] : [`${today} of ${cap} sent on the first day`]),
    ...(tomorrow <= cap ? [] : [`${tomorrow} of ${cap} sent a day later`]),
    ...(today + tomorrow + waiting + reserved >= count ? [] : ["some sends neither left nor wait"]),
  );
};

/** T12: caps of 40 to 500 in 24 h against eight workers, a killed worker and a new day: never more, and reached. */
export const t12: FaultTest = {
  id: "T12",
  title: "daily cap under eight workers",
  mutants: ["cap is read, then written", "a claim uses up no room"],
  run: async (context, mutant) => {
    const reports: Report[] = [];
    // The short form tries two caps; a mutant meets one that takes several claims.
    const caps = mutant ? [110] : context.scale === 1 ? CAPS.slice(0, 2) : CAPS;
    for (let round = 0; round < Math.ceil(context.scale / 2); round += 1)
      for (const cap of caps) reports.push(await once(context, cap, mutant));
    return sumOf(reports);
  },
};
