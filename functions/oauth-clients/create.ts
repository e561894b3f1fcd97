import { createOAuthClient as operation, oauthClientAnswer, oauthClientIn } from "#shared/mailboxes/contract/oauth-clients.ts";
import { createOAuthClient } from "#shared/mailboxes/oauth/oauth-clients.ts";
import { sealedOAuthClients } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { oauthClients: sealedOAuthClients, clock, ids };

/** POST /v1/oauth-clients. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, body }) => oauthClientAnswer(await createOAuthClient(ports, userId, oauthClientIn(body)))),
);
