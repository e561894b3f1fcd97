import { revokeOAuthToken as operation, tokensAnswer } from "#shared/accounts/contract/oauth.ts";
import { revokeToken } from "#shared/accounts/oauth/tokens.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { revokedBy } from "#shared/accounts/wiring/revoked-tokens.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";

/** POST /oauth/revoke. */
export const handler = endpoint(operation, (request) =>
  tokensAnswer(async () => {
    await revokeToken({ apiKeys, revoked: revokedBy(operation.id, request) }, request.body().token ?? "");
    return { status: 200, headers: {}, body: "" };
  }),
);
