import { listApiKeys as operation } from "#shared/contract/auth.ts";
import { hasExpired } from "#shared/domain/auth/api-key.ts";
import type { ApiKey, ApiKeys } from "#shared/domain/auth/ports.ts";
import { apiKeyOut } from "#shared/mapping/auth.ts";
import type { Clock } from "#shared/domain/ports.ts";
import type { Run } from "#shared/http/endpoint.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { processClock } from "#shared/runtime/system.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";

/** GET /v1/api-keys. */
export const listApiKeys =
  (ports: { apiKeys: ApiKeys; clock: Clock }): Run<typeof operation> =>
  async ({ userId, key: { mode }, query: { tenant } }) => {
    const now = ports.clock.now();
    // A test key knows of no live one.
    const isAsked = (key: ApiKey) => (tenant === undefined || key.bounds?.tenant === tenant) && (mode !== "test" || key.mode === mode);
    return (await ports.apiKeys.list(userId)).filter((key) => !hasExpired(key, now) && isAsked(key)).map(apiKeyOut);
  };

export const handler = endpoint(operation, listApiKeys({ apiKeys, clock: processClock }));
