import { moveClock as operation, clockMoveIn, movedOut } from "#shared/sandbox/contract.ts";
import { moveClock } from "#shared/sandbox/clock.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { driving } from "#shared/sandbox/wiring/drive-world.ts";
import { feeds } from "#shared/events/wiring.ts";

const ports = { ...driving, feeds };

/** POST /v1/sandbox/clock. */
export const handler = outsideEndpoint(operation, async ({ userId, body }) => movedOut(await moveClock(ports, userId, clockMoveIn(body))));
