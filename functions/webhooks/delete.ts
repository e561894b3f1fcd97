import { deleteWebhook as operation } from "#shared/contract/webhooks.ts";
import { notFound } from "#shared/domain/errors.ts";
import { noteWithdrawal } from "#shared/domain/withdrawals.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { webhooks } from "#shared/runtime/ports/webhooks.ts";

/** DELETE /v1/webhooks/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    if (!(await webhooks.delete(userId, params.id))) throw notFound("Webhook");
    noteWithdrawal(log, { what: "webhook", userId, id: params.id });
    return undefined;
  }),
);
