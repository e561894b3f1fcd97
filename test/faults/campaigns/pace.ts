import type { Pace } from "#shared/mailboxes/pace.ts";
import { HOUR_MS } from "#shared/sending/deliver/pace.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { deliveryRowsOf } from "#shared/sending/store/delivery-rows.ts";
import { weekdays } from "#shared/sending/departure/wall-time.ts";
import type { Send } from "#shared/sending/send.ts";
import { rawSends } from "#test/support/raw-sends.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { mutate, type Mutant } from "../mutants.ts";
import { paceBroken } from "../pace-kept.ts";
import { points } from "../points.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

const DAY_MS = 24 * HOUR_MS;
const COUNT = 6;
/** Those at which a dead worker locks nothing for a minute. */
const deaths = points.filter((point) => point !== "K2");

/** Hours of the week by Tokyo's clocks that hold this moment, or that hold only moments of three days later. */
const workdayAround = (open: boolean) => {
  const day = new Date(Date.now() + 9 * HOUR_MS).getUTCDay();
  const days = [0, 1].map((n) => weekdays[(day + n + (open ? 0 : 3)) % 7]!);
  return { days, from: "00:00", to: "24:00", timezone: "Asia/Tokyo" };
};

/** Emails of a mailbox with this pace, three workers at a time of which one is killed or its clock is wrong, until all have left; time is passed. */
const once = async (context: FaultContext, pace: Pace, mutant: Mutant | undefined): Promise<Report> => {
  const smtp = await context.smtp({ script: { dot: { delayMs: 2 } } });
  const rig = await context.rig({ smtp, mailbox: pace });
  const mine = { mailboxId: oid(rig.mailbox.id) };
  const sends = await rig.accept(...Array.from({ length: COUNT }, () => ({})));
  const ports = mutate(rig.ports, mutant, context.connect);
  let ramp = pace.ramp;
  const shown = async () => ({ ...(await rig.mailboxes.findForJob(rig.mailbox.id))! });
  const deliver = async (killed: boolean) => {
    const worker = await context.workers.take();
    const fault = { point: deaths[Math.floor(context.random() * deaths.length)]!, passage: 1, signal: "SIGKILL" as const };
    const clockSkewMs = Math.floor((context.random() - 0.5) * HOUR_MS);
    const order = { mailbox: await shown(), ...(killed ? { fault } : { clockSkewMs }), ...(mutant && { mutant }) };
    const { deliverMailbox } = await import("#shared/sending/deliver/deliver-mailbox.ts");
    const job = { mailboxId: rig.mailbox.id, sendIds: [] };
    await Promise.allSettled([worker.run(order), deliverMailbox({ ...ports, mailboxes: rig.mailboxes }, job), deliverMailbox(ports, job)]);
    worker.kill("SIGKILL");
  };
  const isClosed = pace.workday && !pace.workday.days.includes(workdayAround(true).days[0]!);
  const remarks: string[] = [];
  let ended: readonly Send[] = [];
  for (let round = 0; round < 40; round += 1) {
    await deliver(round === 1 || context.random() < 0.2);
    await rawSends(await context.connect()).updateMany({ ...mine, leaseToken: { $exists: true } }, { $set: { dueAt: new Date(0) } });
    await rig.ports.deliveries.recover();
    ended = await context.readAll(sends);
    if (ended.every(({ status }) => status === "sent" || status === "failed")) break;
    const row = await deliveryRowsOf(await context.connect()).findOne({ _id: mine.mailboxId });
    const ms = Math.max(1_000, ((row?.heldUntil && row.opensAt) ?? new Date()).getTime() - Date.now());
    if (isClosed) break;
    await context.pass(rig.mailbox.id, ms);
    if (!ramp) continue;
    ramp = { ...ramp, since: new Date(ramp.since.getTime() - ms) };
    await rig.mailboxes.update(rig.mailbox.userId, rig.mailbox.id, { ramp });
  }
  const departures = ended.flatMap(({ messageId, countedAt }) => (countedAt ? [{ messageId, time: countedAt.getTime() }] : []));
  remarks.push(...paceBroken({ ...pace, ...(ramp && { ramp }) }, ended, departures));
  const report = compare(ended, smtp.accepted);
  return remark(isClosed ? { ...report, lost: smtp.accepted.length } : report, ...remarks);
};

/** T29: a gap, an hourly limit, a ramp and a workday against workers that are killed or whose clocks are wrong: kept, and all of the mail leaves. */
export const t29: FaultTest = {
  id: "T29",
  title: "a mailbox's pace under workers that die",
  mutants: ["the gap is ignored", "the ramp is forgotten", "the workday is of another zone"],
  run: async (context, mutant) => {
    const paces: readonly Pace[] = [
      { minGap: { from: "PT30S", to: "PT90S" }, maxHourlySends: 5 },
      { ramp: { from: 2, by: 1, to: 9, since: new Date(Date.now() - DAY_MS / 2) } },
      { workday: workdayAround(true) },
      { workday: workdayAround(false) },
    ];
    const reports: Report[] = [];
    for (let round = 0; round < Math.ceil(context.scale / 5); round += 1)
      for (const pace of paces) reports.push(await once(context, pace, mutant));
    return sumOf(reports);
  },
};
