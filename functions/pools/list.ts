import { listPools as operation, poolOut } from "#shared/sending/contract/pools.ts";
import { poolWithin } from "#shared/mailboxes/pools.ts";
import { pools } from "#shared/mailboxes/wiring/stores.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";

/** GET /v1/pools. */
export const handler = endpoint(operation, async ({ userId, within }) => {
  const [found, ids] = await Promise.all([pools.list(userId), within()]);
  return found.flatMap((pool) => poolWithin(pool, ids) ?? []).map(poolOut);
});
