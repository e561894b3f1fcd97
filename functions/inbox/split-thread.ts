import { splitThread as operation } from "#shared/threads/contract/corrections.ts";
import { byOf } from "#shared/accounts/auth/ports.ts";
import { notFound } from "#shared/platform/errors.ts";
import { threadOut } from "#shared/threads/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";

/** POST /v1/inbox/threads/{id}/split. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params, body }) => {
    const thread = await corrections.split(userId, params.id, body.message_ids, byOf(key));
    if (!thread) throw notFound("Thread");
    return threadOut(thread);
  }),
);
