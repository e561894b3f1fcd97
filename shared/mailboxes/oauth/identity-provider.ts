import type { IdentityProvider } from "#shared/accounts/sign-in/ports.ts";
import { namesWith, type OAuthProviderName, signInFacts } from "#shared/providers/index.ts";
import type { SignInFacts } from "#shared/providers/provider.ts";
import { consentUrl, type OAuthTokens } from "./oauth.ts";
import type { OAuthProvider, OAuthProviders } from "./oauth-providers.ts";

/** A provider as one at which members sign in; undefined unless the operator has a client there and lets people sign in with it. */
const identityProviderOf = (provider: OAuthProvider, oauthTokens: Pick<OAuthTokens, "exchangeCode">): IdentityProvider | undefined => {
  const { name, signIn, clientId } = provider;
  if (!signIn || clientId === "") return undefined;
  const known = signInFacts[name];
  const { keysUrl = known.keysUrl, issuer } = signIn;
  const facts: SignInFacts = { ...known, keysUrl, ...(issuer !== undefined && { issuers: [issuer] }) };
  return {
    facts,
    clientId,
    pageUrl: ({ nonce, ...request }) =>
      consentUrl({ ...provider, scopes: facts.scopes, consentParameters: { ...facts.parameters, nonce } }, request),
    redeem: async (grant) => (await oauthTokens.exchangeCode(provider, grant)).idToken,
  };
};

/** The providers at which members sign in, by name. */
export const identityProviders = (
  configured: OAuthProviders,
  oauthTokens: Pick<OAuthTokens, "exchangeCode">,
): ReadonlyMap<OAuthProviderName, IdentityProvider> =>
  new Map(
    namesWith("oauth").flatMap((name) => {
      const found = identityProviderOf(configured[name], oauthTokens);
      return found ? [[name, found] as const] : [];
    }),
  );
