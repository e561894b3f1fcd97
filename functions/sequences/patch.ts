import { patchSequence as operation } from "#shared/sequences/contract/sequences.ts";
import { changeSequence } from "#shared/sequences/rewrite.ts";
import { changedOut, changesIn } from "#shared/sequences/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { processClock as clock } from "#shared/platform/system.ts";
import { people, sequences } from "#shared/sequences/wiring/stores.ts";
import { following } from "#shared/threads/wiring/following.ts";

const ports = { sequences, people, sends, following, clock };

/** PATCH /v1/sequences/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params, body }) => changedOut(await changeSequence(ports, userId, params.id, changesIn(body)))),
);
