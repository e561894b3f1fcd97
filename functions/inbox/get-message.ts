import { getMessage as operation } from "#shared/inbox/contract/inbox.ts";
import { notFound } from "#shared/platform/errors.ts";
import { withFullBodies } from "#shared/inbox/fit-page.ts";
import { messageOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";

/** GET /v1/inbox/messages/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  const message = await messages.find(userId, params.id);
  if (!message) throw notFound("Message");
  return messageOut(await withFullBodies(messages, userId, message));
});
