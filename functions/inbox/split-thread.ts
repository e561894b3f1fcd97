import { splitThread as operation } from "#shared/contract/corrections.ts";
import { insufficientScope, notFound } from "#shared/domain/errors.ts";
import { threadOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { corrections } from "#shared/runtime/ports/corrections.ts";

/** POST /v1/inbox/threads/{id}/split. */
export const handler = endpoint(operation, async ({ userId, key, params, body }) => {
  // Splitting changes the recipients of answers and what they quote.
  if (!key.scopes.includes("send")) throw insufficientScope("send");
  const thread = await corrections.split(userId, params.id, body.message_ids);
  if (!thread) throw notFound("Thread");
  return threadOut(thread);
});
