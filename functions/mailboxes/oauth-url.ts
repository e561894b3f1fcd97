import { oauthUrl as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { oauthUrl } from "#shared/mailboxes/oauth/authorise.ts";
import { oauthUrlIn } from "#shared/mailboxes/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { consentProviders as providers } from "#shared/mailboxes/wiring/oauth.ts";
import { ids } from "#shared/platform/system.ts";

const ports = { providers, ids };

/** GET /v1/mailboxes/oauth/{provider}/url. */
export const handler = endpoint(operation, ({ userId, key, params, query }) => {
  const { oauthClientId, ...asked } = oauthUrlIn(query);
  return oauthUrl(ports, params.provider, asked, { userId, oauthClientId, whose: key.bounds });
});
