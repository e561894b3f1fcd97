import { getChanges as operation } from "#shared/service/console/changes.ts";
import { tenantsShown } from "#shared/accounts/auth/bounds.ts";
import { readFeed } from "#shared/events/publish.ts";
import { feedOut } from "#shared/events/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { feeds } from "#shared/events/wiring.ts";
import { presentIn } from "#shared/threads/notes.ts";
import { presence, threads } from "#shared/threads/wiring/stores.ts";

const ports = { feeds, threads, presence };

/** GET /console/changes. */
export const handler = endpoint(operation, async ({ userId, key, query: { viewing, writing, ...query }, within }) => {
  const mailboxIds = await within();
  const [page, unread, present] = await Promise.all([
    readFeed(ports, userId, {
      ...query,
      isBound: key.bounds !== undefined,
      mailboxIds,
      tenants: tenantsShown(key.bounds, query.tenant),
    }),
    threads.countUnread(userId, mailboxIds),
    presentIn(ports, key, viewing, writing, mailboxIds),
  ]);
  return { ...feedOut(page, key), unread, present: present.map(({ name, isWriting }) => ({ name, is_writing: isWriting })) };
});
