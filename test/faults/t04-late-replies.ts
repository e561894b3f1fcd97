import type { Submissions } from "#shared/domain/sending/ports.ts";
import type { FaultTest } from "./fault-test.ts";
import { recoverAll } from "./recover.ts";
import { compare, remark, type Report, sumOf } from "./report.ts";

/** A thousandth of the real time: the reply is waited for 240 ms. */
const SCALE = 1000;

/** T4: the reply to the final dot comes after 1, 30, 120, 230 and 260 s (a thousandth of it): in time it is sent, later it is unknown, never two. */
export const t04: FaultTest = {
  id: "T4",
  title: "late replies to the final dot",
  mutants: [],
  run: async (context) => {
    const reports: Report[] = [];
    for (let round = 0; round < Math.min(50, 2 * context.scale); round += 1) {
      for (const seconds of [1, 30, 120, 200, 320]) {
        const smtp = await context.smtp({ script: { dot: [{ delayMs: (seconds * 1000) / SCALE }] } });
        const plain = await context.rig({ smtp });
        const submissions: Submissions = {
          open: async (account) => {
            const opened = await plain.ports.submissions.open(account);
            if ("kind" in opened) return opened;
            return {
              get open() {
                return opened.open;
              },
              close: () => opened.close(),
              submit: (message, intend, replyTimeoutMs) => opened.submit(message, intend, replyTimeoutMs / SCALE),
            };
          },
        };
        const rig = await context.rig({ smtp, ports: { submissions } });
        const [send] = await rig.accept({});
        await rig.deliver();
        const [tried] = await context.readAll([send!]);
        const wanted = seconds < 240 ? "sent" : "processing";
        const ended = await recoverAll(context, rig, [send!]);
        reports.push(remark(compare(ended, smtp.accepted), ...(tried?.status === wanted ? [] : [`after ${seconds} s: ${tried?.status}`])));
      }
    }
    return sumOf(reports);
  },
};
