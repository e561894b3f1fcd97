import { changeMessages as operation } from "#shared/inbox/contract/inbox.ts";
import { changeMany } from "#shared/inbox/changes/ask-change.ts";
import { changeResultOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { clock } from "#shared/platform/system.ts";
import { changes, messages } from "#shared/inbox/wiring/stores.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";

const ports = { messages, changes, mailboxes, syncQueue, clock, eventOutbox, log };

/** POST /v1/inbox/messages/change. */
export const handler = endpoint(operation, async ({ userId, key, body, within }) => {
  const items = body.changes.map(({ id, is_read: isRead, is_flagged: isFlagged, folder }) => ({ id, isRead, isFlagged, folder }));
  const asker = { userId, canSend: key.scopes.includes("send"), within: await within() };
  return { results: (await changeMany(ports, asker, items)).map(changeResultOut) };
});
