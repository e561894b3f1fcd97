import { listConnectLinks as operation, connectLinkOut } from "#shared/connect/contract/connect-links.ts";
import { tenantsShown } from "#shared/accounts/auth/bounds.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { connectLinks } from "#shared/connect/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/connect-links. */
export const handler = endpoint(operation, async ({ userId, key, query: { status, tenant, limit, offset, cursor } }) => {
  const now = clock.now();
  const filter = { status, tenants: tenantsShown(key.bounds, tenant) };
  const found = await connectLinks.list(userId, filter, { limit, offset, cursor });
  return { connect_links: found.map((link) => connectLinkOut(link, now)), limit, offset };
});
