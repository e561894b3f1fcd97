import { getCapacity as operation, capacityOut } from "#shared/sending/contract/capacity.ts";
import { readCapacity } from "#shared/sending/forecast/capacity.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { refusals, sends } from "#shared/sending/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { mailboxes, sends, refusals, clock };

/** GET /v1/mailboxes/{id}/capacity. */
export const handler = endpoint(operation, async ({ userId, params }) => capacityOut(await readCapacity(ports, userId, params.id)));
