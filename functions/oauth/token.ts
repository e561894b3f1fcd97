import { getToken as operation, tokenAnswer, tokenFault, tokenRequestIn, tokensAnswer } from "#shared/accounts/contract/oauth.ts";
import { exchangeCode } from "#shared/accounts/oauth/tokens.ts";
import { processClock as clock } from "#shared/platform/system.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { issuer } from "#shared/accounts/wiring/oauth.ts";
import { revokedBy } from "#shared/accounts/wiring/revoked-tokens.ts";
import { apiKeys, consents } from "#shared/accounts/wiring/stores.ts";

/** POST /oauth/token. */
export const handler = endpoint(operation, (request) =>
  tokensAnswer(async () => {
    const revoked = revokedBy(operation.id, request);
    const result = await exchangeCode({ consents, apiKeys, issuer, clock, revoked }, tokenRequestIn(request.body()));
    return "error" in result ? tokenFault(result) : tokenAnswer(result);
  }),
);
