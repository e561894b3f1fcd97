import { sendJob } from "#shared/service/queue-messages.ts";
import { deliverMailbox } from "#shared/sending/deliver/deliver-mailbox.ts";
import { scheduleSends } from "#shared/sending/wake/plan-wakes.ts";
import { sqsBatch } from "#shared/platform/sqs-batch.ts";
import { ids } from "#shared/platform/system.ts";
import type { FaultTest } from "../fault-test.ts";
import { compare, remark } from "../report.ts";

const poison = [
  "",
  "{",
  "null",
  "[]",
  '{"job":"deliver"}',
  '{"job":"evil","sendIds":["x"]}',
  JSON.stringify({ job: "deliver", mailboxId: "../etc", sendIds: [] }),
];

/** T7: malformed, unknown and foreign messages between good ones, all of it redriven twice: acknowledged, and the good ones are sent once. */
export const t07: FaultTest = {
  id: "T7",
  title: "poison on the queue, redriven twice",
  mutants: [],
  run: async (context) => {
    const smtp = await context.smtp();
    const rig = await context.rig({ smtp });
    const stranger = await context.rig({ smtp });
    const sends = await rig.accept({}, {}, {});
    const schedules = { create: async () => undefined };
    const handler = sqsBatch(rig.log, sendJob, (job) =>
      job.job === "deliver" ? deliverMailbox(rig.ports, job) : scheduleSends({ ...rig.ports, schedules }, job.sendIds),
    );
    const good = { job: "deliver", mailboxId: rig.mailbox.id, sendIds: sends.map(({ id }) => id) };
    const unknown = { job: "deliver", mailboxId: ids.objectId(), sendIds: [ids.objectId()] };
    const foreign = { job: "deliver", mailboxId: stranger.mailbox.id, sendIds: [sends[0]!.id] };
    const bodies = [
      ...poison,
      ...[unknown, foreign, good, { job: "schedule", sendIds: [ids.objectId()] }].map((job) => JSON.stringify(job)),
    ];
    const remarks: string[] = [];
    for (let drive = 0; drive < 3; drive += 1) {
      const Records = bodies.map((body, index) => ({ messageId: String(index), body }));
      const { batchItemFailures } = await handler({ Records } as Parameters<typeof handler>[0]);
      for (const { itemIdentifier } of batchItemFailures) remarks.push(`message ${bodies[Number(itemIdentifier)]} was not acknowledged`);
    }
    return remark(compare(await context.readAll(sends), smtp.accepted), ...remarks);
  },
};
