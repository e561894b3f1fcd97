import { mergeThread as operation } from "#shared/threads/contract/corrections.ts";
import { notFound } from "#shared/platform/errors.ts";
import { threadOut } from "#shared/threads/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";

/** POST /v1/inbox/threads/{id}/merge. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params, body }) => {
    const thread = await corrections.merge(userId, params.id, body.thread_id);
    if (!thread) throw notFound("Thread");
    return threadOut(thread);
  }),
);
