import { getCapacity as operation } from "#shared/contract/capacity.ts";
import { readCapacity } from "#shared/domain/sending/forecast/capacity.ts";
import { capacityOut } from "#shared/mapping/capacity.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { refusals } from "#shared/runtime/ports/refusals.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { mailboxes, sends, refusals, clock };

/** GET /v1/mailboxes/{id}/capacity. */
export const handler = endpoint(operation, async ({ userId, params }) => capacityOut(await readCapacity(ports, userId, params.id)));
