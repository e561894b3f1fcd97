import { getOAuthClient as operation, oauthClientAnswer } from "#shared/mailboxes/contract/oauth-clients.ts";
import { findOAuthClient } from "#shared/mailboxes/oauth/oauth-clients.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { oauthClients } from "#shared/mailboxes/wiring/stores.ts";

const ports = { oauthClients };

/** GET /v1/oauth-clients/{id}. */
export const handler = endpoint(operation, async ({ userId, params }) =>
  oauthClientAnswer(await findOAuthClient(ports, userId, params.id)),
);
