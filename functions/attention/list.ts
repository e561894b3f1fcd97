import { listAttention as operation, attentionOut } from "#shared/attention/contract.ts";
import { tenantsShown } from "#shared/accounts/auth/bounds.ts";
import { listAttention } from "#shared/attention/list-attention.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { attention } from "#shared/attention/wiring.ts";
import { wallets } from "#shared/accounts/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { attention, wallets, clock };

/** GET /v1/attention. */
export const handler = endpoint(operation, async ({ userId, key, query, within }) =>
  attentionOut(
    await listAttention(
      ports,
      userId,
      { mailboxIds: await within(), tenants: tenantsShown(key.bounds, query.tenant) },
      key.scopes.includes("admin"),
    ),
  ),
);
