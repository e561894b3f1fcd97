import type { Ids } from "../../ports.ts";
import { configuredProvider } from "./authorise.ts";
import { consentUrl } from "./oauth.ts";
import type { OAuthProviderName } from "./oauth-providers.ts";
import type { ConfiguredProviders } from "../ports.ts";

const STATE_BYTES = 16;

/** A provider's consent page with a new random state, which the client compares when its redirect URI is called (RFC 6749, 10.12). */
export const oauthUrl = async (
  { providers, ids }: { readonly providers: ConfiguredProviders; readonly ids: Ids },
  name: OAuthProviderName,
  request: { readonly redirectUri: string; readonly codeChallenge?: string | undefined; readonly loginHint?: string | undefined },
): Promise<{ readonly url: string; readonly state: string }> => {
  const provider = await configuredProvider(providers, name, "provider");
  const state = ids.random(STATE_BYTES);
  return { url: consentUrl(provider, { ...request, state }), state };
};
