import { listApiKeys as operation, apiKeyOut } from "#shared/accounts/contract/auth.ts";
import { hasExpired } from "#shared/accounts/auth/api-key.ts";
import type { ApiKey, ApiKeys } from "#shared/accounts/auth/ports.ts";
import type { Clock } from "#shared/platform/ports.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { processClock } from "#shared/platform/system.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";

/** GET /v1/api-keys. */
export const listApiKeys =
  (ports: { apiKeys: ApiKeys; clock: Clock }): Run<typeof operation> =>
  async ({ userId, key: { mode }, query: { tenant } }) => {
    const now = ports.clock.now();
    // A test key does not see live keys.
    const isAsked = (key: ApiKey) => (tenant === undefined || key.bounds?.tenant === tenant) && (mode !== "test" || key.mode === mode);
    // What an OAuth client has not yet exchanged is no key.
    const isKey = (key: ApiKey) => !hasExpired(key, now) && key.consent?.waiting === undefined;
    return (await ports.apiKeys.list(userId)).filter((key) => isKey(key) && isAsked(key)).map(apiKeyOut);
  };

export const handler = endpoint(operation, listApiKeys({ apiKeys, clock: processClock }));
