import { deleteWebhook as operation } from "#shared/contract/webhooks.ts";
import { notFound } from "#shared/domain/errors.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

/** DELETE /v1/webhooks/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  if (!(await webhooks.delete(userId, params.id))) throw notFound("Webhook");
  return undefined;
});
