import { deletePool as operation } from "#shared/sending/contract/pools.ts";
import { noSuchPool } from "#shared/mailboxes/pools.ts";
import { pools } from "#shared/mailboxes/wiring/stores.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";

/** DELETE /v1/pools/{name}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params: { name }, concerns }) => {
    const deleted = await pools.delete(userId, name);
    if (!deleted) throw noSuchPool();
    concerns({ resourceId: deleted.id });
    return undefined;
  }),
);
