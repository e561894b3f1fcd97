import { getPool as operation, poolOut } from "#shared/sending/contract/pools.ts";
import { noSuchPool, poolWithin } from "#shared/mailboxes/pools.ts";
import { pools } from "#shared/mailboxes/wiring/stores.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";

/** GET /v1/pools/{name}. */
export const handler = endpoint(operation, async ({ userId, params: { name }, within }) => {
  const [found, ids] = await Promise.all([pools.find(userId, name), within()]);
  const pool = found && poolWithin(found, ids);
  if (!pool) throw noSuchPool();
  return poolOut(pool);
});
