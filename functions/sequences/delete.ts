import { deleteSequence as operation } from "#shared/sequences/contract/sequences.ts";
import { deleteSequence } from "#shared/sequences/change.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { log } from "#shared/platform/log.ts";
import { processClock as clock } from "#shared/platform/system.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";

const ports = { sequences, clock, eventOutbox, log };

/** DELETE /v1/sequences/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    await deleteSequence(ports, userId, params.id);
    return undefined;
  }),
);
