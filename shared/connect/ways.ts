import { createHash } from "node:crypto";
import type { Discovered } from "#shared/mailboxes/discovery/discovered.ts";
import { consentUrl } from "#shared/mailboxes/oauth/oauth.ts";
import { consentScopes, type OAuthProvider, type OAuthProviderName, type OAuthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import type { ConfiguredProviders } from "#shared/mailboxes/ports.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { ConnectLink, ConsentWay, Ways } from "./connect-link.ts";
import type { OpenLinks } from "./ports.ts";

/** The ports of `findWays`; `callbackOf` is the exact redirect address of a provider's consent. */
export interface WaysPorts {
  readonly discover: (email: string) => Promise<Discovered>;
  readonly providers: ConfiguredProviders;
  readonly openLinks: Pick<OpenLinks, "beginConsents">;
  readonly callbackOf: (provider: OAuthProviderName) => string;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** How long a browser may take from the page to the end of the consent, ms. */
export const CONSENT_MS = 3_600_000;
const RANDOM_BYTES = 32;
const PROVIDERS = ["google", "outlook"] as const;

/**
 * Discovers how the address can be connected, and starts a consent where its provider has one. `state` is bound to the link, the browser and the
 * provider; the PKCE verifier stays on the server (RFC 9700, 2.1.1).
 */
export const findWays = async (ports: WaysPorts, link: ConnectLink, browserHash: string, email: string): Promise<Ways> => {
  const [found, providers] = await Promise.all([ports.discover(email), ports.providers()]);
  const may = (type: "smtp" | OAuthProviderName) => link.types?.includes(type) ?? true;
  const wanted = consentsFor(found, may, providers);
  const consents = wanted.length === 0 ? [] : await beginConsents(ports, link, browserHash, { email, wanted, providers });
  // Microsoft takes no passwords from programs (Microsoft, "Deprecation of Basic authentication in Exchange Online").
  const isPointless = found.type === "outlook" && consents.length > 0;
  const password = !may("smtp") || isPointless ? "none" : consents.length > 0 ? "offered" : "asked";
  return { found, consents, password };
};

/** The address's provider; all of them where only they are allowed and the address does not tell which. */
const consentsFor = (
  { type }: Discovered,
  may: (type: "smtp" | OAuthProviderName) => boolean,
  providers: OAuthProviders,
): readonly OAuthProviderName[] =>
  PROVIDERS.filter((name) => may(name) && providers[name].clientId !== "" && (type === name || (type === "smtp" && !may("smtp"))));

const beginConsents = async (
  { openLinks, callbackOf, ids }: WaysPorts,
  link: ConnectLink,
  browserHash: string,
  request: { readonly email: string; readonly wanted: readonly OAuthProviderName[]; readonly providers: OAuthProviders },
): Promise<readonly ConsentWay[]> => {
  const begun = request.wanted.map((provider) => ({ provider, state: ids.random(RANDOM_BYTES), verifier: ids.random(RANDOM_BYTES) }));
  await openLinks.beginConsents(link, browserHash, begun, CONSENT_MS);
  return begun.map(({ provider, state, verifier }) => ({
    provider,
    // For Microsoft the consent covers both transports, so that the mailbox is reached where SMTP and IMAP are switched off.
    url: consentUrl(withScopes(request.providers[provider]), {
      redirectUri: callbackOf(provider),
      state: `${link.id}.${state}`,
      codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
      loginHint: request.email,
    }),
  }));
};

/** The provider with what one consent asks for. */
const withScopes = (provider: OAuthProvider): OAuthProvider => ({ ...provider, scopes: consentScopes(provider, "auto", false) });

const STATE = /^([0-9a-f]{24})\.([0-9a-f]{64})$/;

/** The link and the random part of a consent's `state`; undefined for any other text. */
export const readState = (text: string): { readonly linkId: string; readonly random: string } | undefined => {
  const [, linkId, random] = STATE.exec(text) ?? [];
  return linkId === undefined || random === undefined ? undefined : { linkId, random };
};
