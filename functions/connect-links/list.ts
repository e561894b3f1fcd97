import { listConnectLinks as operation } from "#shared/contract/connect-links.ts";
import { tenantsShown } from "#shared/domain/auth/bounds.ts";
import { connectLinkOut } from "#shared/mapping/connect-links.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { connectLinks } from "#shared/runtime/ports/connect-links.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/connect-links. */
export const handler = endpoint(operation, async ({ userId, key, query: { status, tenant, limit, offset, cursor } }) => {
  const now = clock.now();
  const filter = { status, tenants: tenantsShown(key.bounds, tenant) };
  const found = await connectLinks.list(userId, filter, { limit, offset, cursor });
  return { connect_links: found.map((link) => connectLinkOut(link, now)), limit, offset };
});
