import { getSequence as operation } from "#shared/sequences/contract/sequences.ts";
import { findSequence } from "#shared/sequences/change.ts";
import { sequenceOut } from "#shared/sequences/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";

/** GET /v1/sequences/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => sequenceOut(await findSequence({ sequences }, userId, params.id)));
