import { createApiKey as operation } from "#shared/contract/auth.ts";
import { createApiKey } from "#shared/domain/auth/create-api-key.ts";
import { keyIn, madeKeyOut } from "#shared/mapping/auth.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { clock, ids } from "#shared/runtime/system.ts";

const ports = { apiKeys, mailboxes, clock, ids };

/** POST /v1/api-keys. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ key, body }) => madeKeyOut(await createApiKey(ports, key, keyIn(body)))),
);
