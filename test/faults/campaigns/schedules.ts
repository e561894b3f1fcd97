import { setTimeout as sleep } from "node:timers/promises";
import { scheduleSends } from "#shared/sending/wake/plan-wakes.ts";
import type { Schedules } from "#shared/sending/ports/wake-ups.ts";
import type { FaultContext } from "../context.ts";
import type { FaultTest } from "../fault-test.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";

/** When and how often the schedule fires, in ms around its time. */
const fires: Readonly<Record<string, readonly number[]>> = {
  never: [],
  "in time": [20],
  twice: [20, 20],
  "ten times": Array.from({ length: 10 }, (_, index) => index * 15),
  early: [-3_500],
  late: [600],
};

/** Long enough that an early fire is early on a busy machine too. */
const DUE_IN_MS = 4_000;

const fireAs = async (context: FaultContext, how: string, offsets: readonly number[], cancelled: boolean): Promise<Report> => {
  const smtp = await context.smtp();
  const rig = await context.rig({ smtp });
  const dueAt = new Date(Date.now() + DUE_IN_MS);
  const [send] = await rig.accept({ scheduledAt: dueAt });
  if (cancelled) await rig.sends.cancel(rig.mailbox.userId, send!.id);
  await Promise.all(offsets.map((offset) => sleep(Math.max(0, dueAt.getTime() + offset - Date.now())).then(() => rig.deliver([send!.id]))));
  const seen = smtp.accepted[0];
  const wanted = cancelled ? 0 : 1;
  await sleep(Math.max(0, dueAt.getTime() + 10 - Date.now()));
  const ended = await recoverAll(context, rig, [send!]);
  return remark(
    compare(ended, smtp.accepted),
    ...(smtp.accepted.length === wanted ? [] : [`${how}${cancelled ? ", cancelled" : ""}: sent ${smtp.accepted.length} times`]),
    ...(seen && seen.time < dueAt.getTime() ? [`${how}: sent ${dueAt.getTime() - seen.time} ms early`] : []),
    ...(how === "early" && !cancelled && rig.wakeUps.woken.length === 0 ? ["an early fire was not woken again"] : []),
  );
};

/** CreateSchedule fails, or times out although the schedule was created: the job is repeated and the send is not harmed. */
const failingCreate = async (context: FaultContext): Promise<Report> => {
  const smtp = await context.smtp();
  const rig = await context.rig({ smtp });
  const [send] = await rig.accept({ scheduledAt: new Date(Date.now() + 3_600_000) });
  const created: string[] = [];
  const answers = [new Error("ThrottlingException"), new Error("timed out, but created"), undefined];
  const schedules: Pick<Schedules, "create"> = {
    create: async ({ id }) => {
      const answer = answers.shift();
      if (answer?.message !== "ThrottlingException") created.push(id);
      if (answer) throw answer;
    },
  };
  const outcomes = [];
  for (let turn = 0; turn < 3; turn += 1)
    outcomes.push(
      await scheduleSends({ ...rig.ports, schedules }, [send!.id]).then(
        () => "done",
        () => "again",
      ),
    );
  const ended = await recoverAll(context, rig, [send!]);
  return remark(compare(ended, smtp.accepted), ...(outcomes.join() === "again,again,done" ? [] : [`schedules: ${outcomes.join()}`]));
};

/** T9: schedules that fire never, twice, ten times, early, late, and after a cancel; CreateSchedule throttled or timed out. */
export const t09: FaultTest = {
  id: "T9",
  title: "schedules never, early, late and many times",
  mutants: [],
  run: async (context) => {
    const reports: Report[] = [];
    for (let round = 0; round < context.scale; round += 1) {
      for (const cancelled of [false, true])
        reports.push(...(await Promise.all(Object.entries(fires).map(([how, offsets]) => fireAs(context, how, offsets, cancelled)))));
      reports.push(await failingCreate(context));
    }
    return sumOf(reports);
  },
};
