import { createApiKey as operation } from "#shared/contract/auth.ts";
import { createApiKey } from "#shared/domain/auth/create-api-key.ts";
import type { ApiKeys } from "#shared/domain/auth/ports.ts";
import type { Clock, Ids } from "#shared/domain/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { madeKeyOut } from "#shared/mapping/auth.ts";
import { apiKeys, gate } from "#shared/runtime/store.ts";
import { clock, ids } from "#shared/runtime/system.ts";

/** POST /v1/api-keys. */
export const create = (ports: { gate: Gate; apiKeys: ApiKeys; clock: Clock; ids: Ids }) =>
  endpoint(ports.gate, operation, async ({ key, body }) => madeKeyOut(await createApiKey(ports, key, body)));

export const handler = create({ gate, apiKeys, clock, ids });
