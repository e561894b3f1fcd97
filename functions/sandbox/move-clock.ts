import { moveClock as operation } from "#shared/contract/sandbox.ts";
import { moveClock } from "#shared/domain/sandbox/move-clock.ts";
import { clockMoveIn, movedOut } from "#shared/mapping/sandbox.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { driving } from "#shared/runtime/ports/drive-world.ts";
import { feeds } from "#shared/runtime/ports/feeds.ts";

const ports = { ...driving, feeds };

/** POST /v1/sandbox/clock. */
export const handler = outsideEndpoint(operation, async ({ userId, body }) => movedOut(await moveClock(ports, userId, clockMoveIn(body))));
