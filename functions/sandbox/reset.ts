import { setTimeout as pause } from "node:timers/promises";
import { resetWorld as operation } from "#shared/contract/sandbox.ts";
import { resetWorld } from "#shared/domain/sandbox/reset-world.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { worlds } from "#shared/runtime/ports/worlds.ts";
import { processClock } from "#shared/runtime/system.ts";

const ports = { worlds, pause, realNow: () => processClock.now() };

/** POST /v1/sandbox/reset. */
export const handler = endpoint(operation, async ({ userId }) => {
  await resetWorld(ports, userId);
  return undefined;
});
