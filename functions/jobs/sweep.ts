import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { log } from "#shared/runtime/log.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { deliveries } from "#shared/runtime/store.ts";

/** Every minute, by EventBridge Scheduler. */
export const sweep = (ports: SweepPorts) => () => sweepSends(ports);

export const handler = sweep({ deliveries, wakeUps, log });
