import { createApiKey as operation } from "#shared/contract/auth.ts";
import { createApiKey } from "#shared/domain/auth/create-api-key.ts";
import { keyIn, madeKeyOut } from "#shared/mapping/auth.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { inTestWorld } from "#shared/runtime/ports/worlds.ts";
import { ids, processClock } from "#shared/runtime/system.ts";

// Keys are no part of a test world: they are made and end in real time.
const ports = { apiKeys, mailboxes, clock: processClock, ids };

/** POST /v1/api-keys. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, body }) => {
    const make = () => createApiKey(ports, key, keyIn(body));
    // The mailboxes of a test key are its world's, whoever makes it.
    return madeKeyOut(await (body.mode === "test" && key.mode !== "test" ? inTestWorld(key.userId, make) : make()));
  }),
);
