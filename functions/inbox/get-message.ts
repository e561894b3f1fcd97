import { getMessage as operation } from "#shared/contract/inbox.ts";
import { notFound } from "#shared/domain/errors.ts";
import { withFullBodies } from "#shared/domain/inbox/fit-page.ts";
import { messageOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { messages } from "#shared/runtime/ports/messages.ts";

/** GET /v1/inbox/messages/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  const message = await messages.find(userId, params.id);
  if (!message) throw notFound("Message");
  return messageOut(await withFullBodies(messages, userId, message));
});
