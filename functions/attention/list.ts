import { listAttention as operation } from "#shared/contract/attention.ts";
import { tenantsShown } from "#shared/domain/auth/bounds.ts";
import { listAttention } from "#shared/domain/attention/list-attention.ts";
import { attentionOut } from "#shared/mapping/attention.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { attention } from "#shared/runtime/ports/attention.ts";
import { wallets } from "#shared/runtime/ports/wallets.ts";
import { clock } from "#shared/runtime/system.ts";

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
