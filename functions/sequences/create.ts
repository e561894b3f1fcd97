import { createSequence as operation } from "#shared/sequences/contract/sequences.ts";
import { createSequence } from "#shared/sequences/change.ts";
import { sequenceIn, sequenceOut } from "#shared/sequences/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { ips, mailboxes, pools } from "#shared/mailboxes/wiring/stores.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { sequences, mailboxes, pools, ips, clock, ids };

/** POST /v1/sequences. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, body }) => sequenceOut(await createSequence(ports, userId, sequenceIn(body), key))),
);
