import { rotateWebhookSecret as operation } from "#shared/contract/webhooks.ts";
import { rotateSecret } from "#shared/domain/webhooks/manage-webhooks.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { webhooks } from "#shared/runtime/ports/sealed-webhooks.ts";

const ports = { webhooks };

/** POST /v1/webhooks/{id}/rotate-secret. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => ({ secret: await rotateSecret(ports, userId, params.id) })),
);
