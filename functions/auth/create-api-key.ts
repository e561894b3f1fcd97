// Keys do not belong to a test world: they are created and expire in real time.
import { createApiKey as operation, keyIn, madeKeyOut } from "#shared/accounts/contract/auth.ts";
import { createApiKey } from "#shared/accounts/auth/create-api-key.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { inTestWorld } from "#shared/sandbox/wiring/worlds.ts";
import { ids, processClock } from "#shared/platform/system.ts";

const ports = { apiKeys, mailboxes, clock: processClock, ids };

/** POST /v1/api-keys. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, body }) => {
    const make = () => createApiKey(ports, key, keyIn(body));
    // The mailboxes of a test key are those of the test world, whoever creates the key.
    return madeKeyOut(await (body.mode === "test" && key.mode !== "test" ? inTestWorld(key.userId, make) : make()));
  }),
);
