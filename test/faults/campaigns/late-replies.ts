import type { FaultTest } from "../fault-test.ts";
import { recoverAll } from "../recover.ts";
import { compare, remark, type Report, sumOf } from "../report.ts";
import { submittingBy } from "#test/support/sending-rig.ts";

/** A fortieth of the real time: the reply is waited for 6 s, so that a slow machine is no late reply. */
const SCALE = 40;

/** T4: the reply to the final dot comes after 1, 30, 120, 180 and 320 s (a fortieth of it): in time it is sent, later it is unknown, never two. */
export const t04: FaultTest = {
  id: "T4",
  title: "late replies to the final dot",
  mutants: [],
  run: async (context) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(50, context.scale); round += 1) {
      for (const seconds of [1, 30, 120, 180, 320]) {
        const smtp = await context.smtp({ script: { dot: [{ delayMs: (seconds * 1000) / SCALE }] } });
        const plain = await context.rig({ smtp });
        const submissions = submittingBy(
          plain.ports.submissions,
          (opened) => (message, intend, replyTimeoutMs) => opened.submit(message, intend, replyTimeoutMs / SCALE),
        );
        const rig = await context.rig({ smtp, ports: { submissions } });
        const [send] = await rig.accept({});
        await rig.deliver();
        const [tried] = await context.readAll([send!]);
        const wanted = seconds < 240 ? "sent" : "processing";
        const ended = await recoverAll(context, rig, [send!]);
        const [last] = ended;
        const times = smtp.tried.get(send!.toEmail) ?? 0;
        reports.push(
          remark(
            compare(ended, smtp.accepted),
            ...(tried?.status === wanted ? [] : [`after ${seconds} s: ${tried?.status}`]),
            // However late the reply: the one attempt is the only one, and is told as such.
            ...(last?.attempts === 1 && times === 1
              ? []
              : [`after ${seconds} s: ${last?.attempts} attempts told, ${times} seen by the server`]),
          ),
        );
      }
    }
    return sumOf(reports);
  },
};
