import { connectLive } from "#shared/platform/wiring/database.ts";
import { hasBucket, writtenBodies } from "#shared/platform/wiring/body-moves.ts";
import { log } from "#shared/platform/log.ts";
import { processClock } from "#shared/platform/system.ts";
import { moveDueBodies } from "#shared/service/move-bodies.ts";
import { scheduled } from "#shared/service/job.ts";

/** Moves due bodies to the body store; called every five minutes by EventBridge Scheduler. A stage without a bucket has nothing to do. */
export const handler = scheduled(async () => {
  if (hasBucket()) await moveDueBodies({ connect: connectLive, store: writtenBodies, clock: processClock, log });
});
