import { listEvents as operation } from "#shared/events/contract/events.ts";
import { tenantsShown } from "#shared/accounts/auth/bounds.ts";
import { readFeed } from "#shared/events/publish.ts";
import { feedOut } from "#shared/events/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { feeds } from "#shared/events/wiring.ts";

const ports = { feeds };

/** GET /v1/events. */
export const handler = endpoint(operation, async ({ userId, key, query, within }) =>
  feedOut(
    await readFeed(ports, userId, {
      ...query,
      isBound: key.bounds !== undefined,
      mailboxIds: await within(),
      tenants: tenantsShown(key.bounds, query.tenant),
    }),
    key,
  ),
);
