import { putMessages } from "#shared/platform/put-messages.ts";
import { currentWorld } from "#shared/platform/world.ts";
import { awsLimits } from "#shared/platform/secret.ts";
import { setting, type Need } from "#shared/platform/env.ts";
import { log } from "#shared/platform/log.ts";
import { processClock } from "#shared/platform/system.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["sandboxQueue"];

const put = putMessages({ queueUrl: () => setting("SANDBOX_QUEUE_URL"), log, options: awsLimits });

/** Queues a wake-up of a test world after this many milliseconds. */
export const wakeIn = (userId: string, ms: number): Promise<void> =>
  put([{ body: { userId }, tenant: userId, delaySeconds: Math.ceil(ms / 1000) }]);

/** Queues a wake-up of the current test world, unless its own worker makes the call. */
export const wakeWorld = async (): Promise<void> => {
  const world = currentWorld();
  if (!world || world.isDriven) return;
  const { worlds } = await import("./worlds.ts");
  await worlds.plan(world.userId, processClock.now());
  await wakeIn(world.userId, 0);
};

/** Runs `live`; in a test world, which has no queues, wakes the world's worker instead. */
export const orWakeWorld = (live: () => Promise<void>): Promise<void> => (currentWorld() ? wakeWorld() : live());
