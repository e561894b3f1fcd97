import { getChanges as operation } from "#shared/service/console/changes.ts";
import { tenantsShown } from "#shared/accounts/auth/bounds.ts";
import { readFeed } from "#shared/events/publish.ts";
import { feedOut } from "#shared/events/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { feeds } from "#shared/events/wiring.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

const ports = { feeds };

/** GET /console/changes. */
export const handler = endpoint(operation, async ({ userId, key, query, within }) => {
  const mailboxIds = await within();
  const [page, unread] = await Promise.all([
    readFeed(ports, userId, {
      ...query,
      isBound: key.bounds !== undefined,
      mailboxIds,
      tenants: tenantsShown(key.bounds, query.tenant),
    }),
    threads.countUnread(userId, mailboxIds),
  ]);
  return { ...feedOut(page, key), unread };
});
