import { listApiKeys as operation } from "#shared/contract/auth.ts";
import { hasExpired } from "#shared/domain/auth/api-key.ts";
import type { ApiKeys } from "#shared/domain/auth/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { apiKeyOut } from "#shared/mapping/auth.ts";
import { apiKeys, gate } from "#shared/runtime/store.ts";

/** GET /v1/api-keys. */
export const listApiKeys = (ports: { gate: Gate; apiKeys: ApiKeys }) =>
  endpoint(ports.gate, operation, async ({ userId }) => {
    const now = ports.gate.clock.now();
    return (await ports.apiKeys.list(userId)).filter((key) => !hasExpired(key, now)).map(apiKeyOut);
  });

export const handler = listApiKeys({ gate, apiKeys });
