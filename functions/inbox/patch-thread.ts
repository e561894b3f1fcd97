import { patchThread as operation } from "#shared/contract/inbox.ts";
import { notFound } from "#shared/domain/errors.ts";
import { threadOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { threads } from "#shared/runtime/ports/threads.ts";

/** PATCH /v1/inbox/threads/{id}. */
export const handler = endpoint(operation, async ({ userId, params, body }) => {
  const thread = await threads.setRead(userId, params.id, body.is_read);
  if (!thread) throw notFound("Thread");
  return threadOut(thread);
});
