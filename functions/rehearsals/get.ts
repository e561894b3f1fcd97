import { getRehearsal as operation, rehearsalOut } from "#shared/sending/contract/rehearsal.ts";
import { readRehearsal } from "#shared/sending/forecast/rehearse.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { rehearsals } from "#shared/sending/wiring/stores.ts";

/** GET /v1/rehearsals/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) =>
  rehearsalOut(await readRehearsal({ rehearsals }, userId, params.id)),
);
