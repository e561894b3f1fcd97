import { publishForgotten, type PublishPorts } from "#shared/domain/events/publish.ts";
import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { log } from "#shared/runtime/log.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { deliveries, newsroom } from "#shared/runtime/store.ts";

/** Every minute, by EventBridge Scheduler. */
export const sweep = (ports: SweepPorts & PublishPorts) => async () => {
  await sweepSends(ports);
  await publishForgotten(ports);
};

export const handler = sweep({ deliveries, newsroom, wakeUps, log });
