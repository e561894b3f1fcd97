import { deleteWebhook as operation } from "#shared/webhooks/contract/webhooks.ts";
import { notFound } from "#shared/platform/errors.ts";
import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { webhooks } from "#shared/webhooks/wiring/stores.ts";

/** DELETE /v1/webhooks/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    if (!(await webhooks.delete(userId, params.id))) throw notFound("Webhook");
    logWithdrawal(log, { what: "webhook", userId, id: params.id });
    return undefined;
  }),
);
