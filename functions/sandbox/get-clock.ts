import { getClock as operation } from "#shared/contract/sandbox.ts";
import { clockOut } from "#shared/mapping/sandbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { agenda } from "#shared/runtime/ports/agenda.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/sandbox/clock. */
export const handler = endpoint(operation, async () => clockOut({ now: clock.now(), next: await agenda.next() }));
