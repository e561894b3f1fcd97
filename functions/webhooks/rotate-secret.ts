import { rotateWebhookSecret as operation } from "#shared/webhooks/contract/webhooks.ts";
import { rotateSecret } from "#shared/webhooks/manage-webhooks.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { webhooks } from "#shared/webhooks/wiring/sealed-webhooks.ts";

const ports = { webhooks };

/** POST /v1/webhooks/{id}/rotate-secret. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => ({ secret: await rotateSecret(ports, userId, params.id) })),
);
