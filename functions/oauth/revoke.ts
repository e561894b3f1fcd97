import { revokeOAuthToken as operation, tokenFault } from "#shared/accounts/contract/oauth.ts";
import { revokeToken } from "#shared/accounts/oauth/tokens.ts";
import { Refusal } from "#shared/platform/errors.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { revokedBy } from "#shared/accounts/wiring/revoked-tokens.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";

/** POST /oauth/revoke. */
export const handler = endpoint(operation, async (request) => {
  try {
    await revokeToken({ apiKeys, revoked: revokedBy(operation.id, request) }, request.body().token ?? "");
    return { status: 200, headers: {}, body: "" };
  } catch (error) {
    if (error instanceof Refusal) return tokenFault({ error: "invalid_request", description: error.message });
    throw error;
  }
});
