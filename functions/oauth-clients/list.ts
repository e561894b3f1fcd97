import { listOAuthClients as operation, oauthClientAnswer } from "#shared/mailboxes/contract/oauth-clients.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { oauthClients } from "#shared/mailboxes/wiring/stores.ts";

/** GET /v1/oauth-clients. */
export const handler = endpoint(operation, async ({ userId }) => (await oauthClients.list(userId)).map(oauthClientAnswer));
