import { setTimeout as sleep } from "node:timers/promises";
import { weekdays, type Window } from "#shared/sending/departure/wall-time.ts";
import type { Send } from "#shared/sending/send.ts";
import { answeredWorld } from "#test/support/answered-world.ts";
import type { ScriptableSmtp } from "#test/support/scriptable-smtp.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import type { Mutant } from "../mutants.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

/** The answer comes at each millisecond from so long before to thrice as long after the follow-up is due, ms; the long form has 1,000 runs. */
const SPREAD_MS = 30;
/** Prime to the milliseconds: the short form is spread over all of them. */
const STEP = 7;
const RUNS = 40;
/** A follow-up that still waits is delivered again for so long, ms: a bound in turns ends early on a fast machine. */
const PATIENCE_MS = 20_000;
const isWaiting = ({ status }: Send) => ["scheduled", "queued", "processing"].includes(status);
const ALWAYS: Window = { days: weekdays, from: "00:00", to: "24:00", timezone: "Europe/Berlin" };

const run = async (context: FaultContext, smtp: ScriptableSmtp, round: number, mutant: Mutant | undefined): Promise<Report> => {
  const world = await answeredWorld(context.connect, smtp, mutant !== "the mailbox is not asked");
  const { rig, server, followUps } = world;
  let claimedAt = Infinity;
  const { deliveries } = rig.ports;
  Object.assign(rig.ports, {
    deliveries: {
      ...deliveries,
      claim: async (...given: Parameters<typeof deliveries.claim>) => {
        const begun = Date.now();
        const outcome = await deliveries.claim(...given);
        if (outcome.kind === "claimed" && outcome.drafts.length > 0) claimedAt = begun;
        return outcome;
      },
    },
  });
  const scheduledAt = new Date(Date.now() + SPREAD_MS);
  // Every other one is timed by its original, a second after it, and has a window, which is open.
  const parentSentAt = new Date(scheduledAt.getTime() - 1_000);
  const timed = { waitsFor: world.original.id, scheduledAfter: "PT1S", parentSentAt, window: ALWAYS };
  const [send] = await followUps({ scheduledAt, ...(round % 2 === 1 && timed) });
  const answering = sleep((round * STEP) % (4 * SPREAD_MS + 1)).then(() => world.answer());
  // The ordinary sync comes at any moment too.
  const syncing = mutant ? undefined : sleep(context.random() * 3 * SPREAD_MS).then(() => world.pull());
  await sleep(SPREAD_MS + 1);
  const givesUpAt = Date.now() + PATIENCE_MS;
  while (Date.now() < givesUpAt && isWaiting(await rig.read(send!))) await rig.deliver([send!.id]);
  await Promise.all([answering, syncing]);
  const ended = await rig.read(send!);
  const arrived = smtp.accepted.filter(({ messageId }) => messageId === ended.messageId);
  const answeredAt = server[0]?.at ?? Infinity;
  const remarks = [
    ...(arrived.length > 0 && answeredAt < claimedAt
      ? [`${ended.id} left though its answer lay there ${claimedAt - answeredAt} ms before`]
      : []),
    ...(ended.status === "sent" || ended.cancelReason === "replied" ? [] : [`${ended.id} is ${ended.status}: ${ended.lastError}`]),
  ];
  return remark(compare([ended], arrived), ...remarks);
};

/** T23: an answer comes at any moment around the time at which a follow-up is due: none leaves whose answer lay on the server before the claim. */
export const t23: FaultTest = {
  id: "T23",
  title: "answers against follow-ups",
  mutants: ["the mailbox is not asked"],
  run: async (context, mutant) => {
    const smtp = await context.smtp();
    const reports: Report[] = [];
    for (let round = 0; round < RUNS * context.scale; round += 1) reports.push(await run(context, smtp, round, mutant));
    return sumOf(reports);
  },
};
