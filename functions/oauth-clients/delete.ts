import { deleteOAuthClient as operation } from "#shared/mailboxes/contract/oauth-clients.ts";
import { deleteOAuthClient } from "#shared/mailboxes/oauth/oauth-clients.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { oauthClients } from "#shared/mailboxes/wiring/stores.ts";

const ports = { oauthClients };

/** DELETE /v1/oauth-clients/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params }) => {
    await deleteOAuthClient(ports, userId, params.id);
    return undefined;
  }),
);
