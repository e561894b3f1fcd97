import { createRehearsal as operation, rehearsalIn, rehearsalOut } from "#shared/sending/contract/rehearsal.ts";
import { rehearse } from "#shared/sending/forecast/rehearse.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { users } from "#shared/accounts/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";
import { rehearsals, sends } from "#shared/sending/wiring/stores.ts";

const ports = { mailboxes, users, sends, rehearsals, clock, ids };

/** POST /v1/rehearsals. */
export const handler = endpoint(operation, async ({ userId, body }) => rehearsalOut(await rehearse(ports, userId, rehearsalIn(body))));
