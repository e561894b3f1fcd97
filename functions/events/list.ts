import { listEvents as operation } from "#shared/contract/events.ts";
import { tenantsShown } from "#shared/domain/auth/bounds.ts";
import { readFeed } from "#shared/domain/events/read-feed.ts";
import { feedOut } from "#shared/mapping/events.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { feeds } from "#shared/runtime/ports/feeds.ts";

const ports = { feeds };

/** GET /v1/events. */
export const handler = endpoint(operation, async ({ userId, key, query, within }) =>
  feedOut(
    await readFeed(ports, userId, { ...query, mailboxIds: await within(), tenants: tenantsShown(key.bounds, query.tenant) }),
    key.scopes.includes("admin"),
  ),
);
