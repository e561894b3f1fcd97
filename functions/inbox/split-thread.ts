import { splitThread as operation } from "#shared/threads/contract/corrections.ts";
import { insufficientScope, notFound } from "#shared/platform/errors.ts";
import { threadOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";

/** POST /v1/inbox/threads/{id}/split. */
export const handler = endpoint(operation, async ({ userId, key, params, body }) => {
  // Splitting changes the recipients of answers and what they quote.
  if (!key.scopes.includes("send")) throw insufficientScope("send");
  const thread = await corrections.split(userId, params.id, body.message_ids);
  if (!thread) throw notFound("Thread");
  return threadOut(thread);
});
