import { listApiKeys as operation } from "#shared/contract/auth.ts";
import type { ApiKeys } from "#shared/domain/auth/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { apiKeyOut } from "#shared/mapping/auth.ts";
import { apiKeys, gate } from "#shared/runtime/store.ts";

/** GET /v1/api-keys. */
export const listApiKeys = (ports: { gate: Gate; apiKeys: ApiKeys }) =>
  endpoint(ports.gate, operation, async ({ userId }) => (await ports.apiKeys.list(userId)).map(apiKeyOut));

export const handler = listApiKeys({ gate, apiKeys });
