import { getClock as operation, clockOut } from "#shared/sandbox/contract.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { agenda } from "#shared/sandbox/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/sandbox/clock. */
export const handler = endpoint(operation, async () => clockOut({ now: clock.now(), next: (await agenda.look()).next }));
