import { createOAuthTokens } from "#shared/transports/oauth.ts";
import { processClock } from "#shared/platform/system.ts";
import { postHttp } from "#shared/platform/wiring/web.ts";
import { withOwnClients } from "../oauth/oauth-clients.ts";
import { type OAuthProviders, readProviders } from "../oauth/oauth-providers.ts";
import { type Need, setting } from "#shared/platform/env.ts";
import { secret } from "#shared/platform/wiring/secret.ts";
import { sealedOAuthClients } from "./sealed-mailboxes.ts";
import { oauthClients } from "./stores.ts";

/** What a function needs that reads the OAuth providers. */
export const needs: readonly Need[] = ["consents"];

/** The token endpoints of the OAuth providers. */
export const oauthTokens = /* @__PURE__ */ createOAuthTokens({ clock: processClock, postHttp });

/** The OAuth providers in the secret; throws with the path of an invalid setting, never with its value. */
export const configuredProviders = async (): Promise<OAuthProviders> => {
  const { oauth } = await secret();
  try {
    return readProviders(oauth, () => setting("GOOGLE_ACCESS"));
  } catch (error) {
    throw new Error(`the secret's oauth is not valid: ${(error as Error).message}`, { cause: error });
  }
};

/** The same with the chosen OAuth client of an account. */
export const providers = /* @__PURE__ */ withOwnClients(configuredProviders, sealedOAuthClients);

/** The same for consent pages, which need no secret. */
export const consentProviders = /* @__PURE__ */ withOwnClients(configuredProviders, {
  open: async (userId, id) => {
    const client = await oauthClients.find(userId, id);
    return client && { client, secret: "" };
  },
});
