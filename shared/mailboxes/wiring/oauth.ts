import { createOAuthTokens } from "#shared/transports/oauth/oauth-tokens.ts";
import { processClock } from "#shared/platform/system.ts";
import { postHttp } from "#shared/platform/wiring/web.ts";
import type { ConfiguredProviders } from "../ports.ts";
import { readProviders } from "../oauth/oauth-providers.ts";
import { type Need, setting } from "#shared/platform/env.ts";
import { secret } from "#shared/platform/wiring/secret.ts";

/** What a function needs that reads the OAuth providers. */
export const needs: readonly Need[] = ["consents"];

/** The token endpoints of the OAuth providers. */
export const oauthTokens = /* @__PURE__ */ createOAuthTokens({ clock: processClock, postHttp });

/** The OAuth providers in the secret; throws with the path of an invalid setting, never with its value. */
export const providers: ConfiguredProviders = async () => {
  const { oauth } = await secret();
  try {
    return readProviders(oauth, setting);
  } catch (error) {
    throw new Error(`the secret's oauth is not valid: ${(error as Error).message}`, { cause: error });
  }
};
