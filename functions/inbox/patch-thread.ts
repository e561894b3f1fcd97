import { patchThread as operation } from "#shared/inbox/contract/inbox.ts";
import { changeThread } from "#shared/threads/change-thread.ts";
import { threadOut, threadChangesIn } from "#shared/threads/wire.ts";
import { byOf } from "#shared/accounts/auth/ports.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { changes, messages } from "#shared/inbox/wiring/stores.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { log } from "#shared/platform/log.ts";
import { clock } from "#shared/platform/system.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

const ports = { threads, messages, changes, mailboxes, syncQueue, clock, eventOutbox, log };

const patch: Run<typeof operation> = async ({ userId, key, params, body }) => {
  const asker = { userId, canSend: key.scopes.includes("send"), by: byOf(key) };
  return threadOut(await changeThread(ports, asker, params.id, threadChangesIn(body), threadOut));
};
const patchWork = audited(operation, patch);

/** PATCH /v1/inbox/threads/{id}. A request that changes only the read flag is not in the audit log. */
export const handler = endpoint(operation, (request) => {
  const { is_read: _read, revision: _revision, ...work } = request.body;
  return Object.values(work).some((value) => value !== undefined) ? patchWork(request) : patch(request);
});
