import { oauthClientAnswer, oauthClientChangesIn, patchOAuthClient as operation } from "#shared/mailboxes/contract/oauth-clients.ts";
import { changeOAuthClient } from "#shared/mailboxes/oauth/oauth-clients.ts";
import { configuredProviders, oauthTokens } from "#shared/mailboxes/wiring/oauth.ts";
import { grants, sealedOAuthClients } from "#shared/mailboxes/wiring/sealed-mailboxes.ts";
import { audited } from "#shared/accounts/wiring/endpoint.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";

const ports = { oauthClients: sealedOAuthClients, providers: configuredProviders, oauthTokens, grants };

/** PATCH /v1/oauth-clients/{id}. */
export const handler = outsideEndpoint(
  operation,
  audited(operation, async ({ userId, params, body }) =>
    oauthClientAnswer(await changeOAuthClient(ports, userId, params.id, oauthClientChangesIn(body))),
  ),
);
