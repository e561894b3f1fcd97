import { askedIn, askedOut, getConsent as operation } from "#shared/service/console/consent.ts";
import { readRequest } from "#shared/accounts/oauth/authorize.ts";
import { findClient } from "#shared/accounts/wiring/oauth-clients.ts";
import { issuer } from "#shared/accounts/wiring/oauth.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";

/** GET /console/consent. */
export const handler = outsideEndpoint(operation, async ({ query }) =>
  askedOut(await readRequest({ findClient, issuer }, askedIn(query)), query.redirect_uri),
);
