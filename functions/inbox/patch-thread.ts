import { patchThread as operation } from "#shared/inbox/contract/inbox.ts";
import { notFound } from "#shared/platform/errors.ts";
import { threadOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { threads } from "#shared/threads/wiring/stores.ts";

/** PATCH /v1/inbox/threads/{id}. */
export const handler = endpoint(operation, async ({ userId, params, body }) => {
  const thread = await threads.setRead(userId, params.id, body.is_read);
  if (!thread) throw notFound("Thread");
  return threadOut(thread);
});
