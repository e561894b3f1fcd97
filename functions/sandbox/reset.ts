import { setTimeout as pause } from "node:timers/promises";
import { resetWorld as operation } from "#shared/sandbox/contract.ts";
import { resetWorld } from "#shared/sandbox/clock.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { worlds } from "#shared/sandbox/wiring/worlds.ts";
import { log } from "#shared/platform/log.ts";
import { processClock } from "#shared/platform/system.ts";

const ports = { worlds, pause, realNow: () => processClock.now(), log };

/** POST /v1/sandbox/reset. */
export const handler = endpoint(operation, async ({ userId }) => {
  await resetWorld(ports, userId);
  return undefined;
});
