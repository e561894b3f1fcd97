import { careForThreads, type CarePorts } from "#shared/domain/conversations/care.ts";
import { publishForgotten, type PublishPorts } from "#shared/domain/events/publish.ts";
import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { type CopySweepPorts, sweepCopies } from "#shared/domain/sending/wake/sweep-copies.ts";
import { log } from "#shared/runtime/log.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { copies, deliveries, newsroom, threadCare } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** Every minute, by EventBridge Scheduler. */
export const sweep = (ports: SweepPorts & PublishPorts & CopySweepPorts & CarePorts) => async () => {
  await sweepSends(ports);
  await publishForgotten(ports);
  await sweepCopies(ports);
  await careForThreads(ports);
};

export const handler = sweep({ deliveries, newsroom, copies, wakeUps, threadCare, clock, log });
