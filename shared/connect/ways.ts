import { createHash } from "node:crypto";
import type { Discovered } from "#shared/mailboxes/discovery/discovered.ts";
import { consentUrl } from "#shared/mailboxes/oauth/oauth.ts";
import { type Reach, unknownReach } from "#shared/mailboxes/oauth/authorise.ts";
import { consentScopes, type OAuthProvider, type OAuthProviders } from "#shared/mailboxes/oauth/oauth-providers.ts";
import type { ServedType } from "#shared/mailboxes/mailbox.ts";
import { isByConsent, isByPassword, namesWith, type OAuthProviderName, providers as facts } from "#shared/providers/index.ts";
import type { ConfiguredProviders } from "#shared/mailboxes/ports.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import type { ConnectLink, OfferedConsent, ConnectOptions, OpenLinks } from "./connect-link.ts";

/** The dependencies of `findConnectOptions`; `callbackOf` is the exact redirect address of a provider's consent. */
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

/**
 * Discovers how the address can be connected, and starts a consent where its provider has one. `state` is bound to the link, the browser and the
 * provider; the PKCE verifier stays on the server (RFC 9700, 2.1.1).
 */
export const findConnectOptions = async (
  ports: WaysPorts,
  link: ConnectLink,
  browserHash: string,
  email: string,
): Promise<ConnectOptions> => {
  const [found, providers] = await Promise.all([ports.discover(email), providersFor(ports, link)]);
  const may = (type: ServedType) => link.types?.includes(type) ?? true;
  const mayPassword = allowsPassword(link);
  const wanted = consentsFor(found, may, mayPassword, providers);
  const consents = wanted.length === 0 ? [] : await beginConsents(ports, link, browserHash, { email, wanted, providers });
  const isPointless = facts[found.type].takesNoPasswords === true && consents.length > 0;
  const password = !mayPassword || isPointless ? "none" : consents.length > 0 ? "offered" : "asked";
  return { found, consents, password };
};

/** The providers with the link's OAuth client; without one that was deleted meanwhile, and so without consent there. */
const providersFor = async ({ providers }: WaysPorts, link: ConnectLink): Promise<OAuthProviders> => {
  try {
    return await providers(link);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries(
      Object.entries(await providers()).map(([name, known]) => [name, { ...known, clientId: "" }]),
    ) as OAuthProviders;
  }
};

/** Whether a link may connect a mailbox with a password. */
export const allowsPassword = ({ types }: Pick<ConnectLink, "types">): boolean =>
  types === undefined || namesWith("password").some((type) => types.includes(type));

/** The address's provider; all of them where only they are allowed and the address does not tell which. */
const consentsFor = (
  { type }: Discovered,
  may: (type: ServedType) => boolean,
  mayPassword: boolean,
  providers: OAuthProviders,
): readonly OAuthProviderName[] =>
  namesWith("oauth").filter(
    (name) => may(name) && providers[name].clientId !== "" && (type === name || (isByPassword(type) && !mayPassword)),
  );

const beginConsents = async (
  { openLinks, callbackOf, ids }: WaysPorts,
  link: ConnectLink,
  browserHash: string,
  request: { readonly email: string; readonly wanted: readonly OAuthProviderName[]; readonly providers: OAuthProviders },
): Promise<readonly OfferedConsent[]> => {
  const begun = request.wanted.map((provider) => {
    const { own } = request.providers[provider];
    return {
      provider,
      state: ids.random(RANDOM_BYTES),
      verifier: ids.random(RANDOM_BYTES),
      ...(own && { oauthClientId: own.id }),
    };
  });
  await openLinks.beginConsents(link, browserHash, begun, CONSENT_MS);
  return begun.map(({ provider, state, verifier }) => ({
    provider,
    url: consentUrl(withScopes(request.providers[provider], link), {
      redirectUri: callbackOf(provider),
      state: `${link.id}.${state}`,
      codeChallenge: createHash("sha256").update(verifier).digest("base64url"),
      loginHint: request.email,
    }),
  }));
};

/** The transport and access that a link asks for, if the provider knows both; else empty. */
export const reachOf = ({ transport, access }: Pick<ConnectLink, "transport" | "access">, provider: OAuthProviderName): Reach => {
  const reach = { ...(transport !== undefined && { transport }), ...(access !== undefined && { access }) };
  return unknownReach(provider, reach).length === 0 ? reach : {};
};

/** Whether a link's mailbox can only send, whichever of the link's types it gets. */
export const sendsAlone = ({ types, access }: Pick<ConnectLink, "types" | "access">): boolean =>
  access === "send" && (types?.every((type) => isByConsent(type) && reachOf({ access }, type).access === access) ?? false);

/**
 * The provider with what one consent asks for; unless the link says otherwise every transport, so that the mailbox is reached where SMTP and IMAP are
 * off.
 */
const withScopes = (provider: OAuthProvider, link: ConnectLink): OAuthProvider => {
  const { transport = "auto", access } = reachOf(link, provider.name);
  const overApi = access === undefined ? undefined : provider.api?.name;
  return { ...provider, scopes: consentScopes(provider, overApi ?? transport, { access }) };
};

const STATE = /^([0-9a-f]{24})\.([0-9a-f]{64})$/;

/** The link and the random part of a consent's `state`; undefined for any other text. */
export const readState = (text: string): { readonly linkId: string; readonly random: string } | undefined => {
  const [, linkId, random] = STATE.exec(text) ?? [];
  return linkId === undefined || random === undefined ? undefined : { linkId, random };
};
