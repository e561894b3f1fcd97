import * as z from "zod/mini";
import type { Transport } from "../mailbox.ts";
import { fieldProblems } from "#shared/api/field-errors.ts";
import { namesWith, oauthOf, type OAuthProviderName } from "#shared/providers/index.ts";
import { ACCESSES, type Access, type ApiFacts, type ApiName, type OAuthFacts, type TransportName } from "#shared/providers/provider.ts";

/** A provider's endpoints and servers, as configured, with this service's client. */
export interface OAuthProvider extends Omit<OAuthFacts, "scopes"> {
  readonly name: OAuthProviderName;
  /** Empty when the operator has registered no client. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The account's own client with these credentials, and the tenant that it is for; absent for this service's. */
  readonly own?: { readonly id: string; readonly tenant: string | undefined };
  /** The scopes that a consent page asks for. */
  readonly scopes: readonly string[];
  /** The scopes to name in requests for tokens; absent: none, so that the provider chooses. */
  readonly tokenScopes?: readonly string[];
  /** The scope that reading mail by IMAP requires. */
  readonly readScope: string;
  /** The transport that a consent is for unless a request says otherwise: the stage's setting. */
  readonly consentTransport: TransportName;
  /** Given where the operator lets people sign in to the console with its accounts; other keys and another issuer than the provider's. */
  readonly signIn?: { readonly keysUrl: string | undefined; readonly issuer: string | undefined };
}

/** Whose OAuth client a consent, a code or a grant is for; a whole mailbox or connect link can be passed. */
export interface ClientChoice {
  readonly userId: string;
  /** Absent: this service's own client. */
  readonly oauthClientId?: string | undefined;
}

/** One provider in OAUTH_PROVIDERS and in the secret's `oauth` (infra/local/README.md, "Settings"); absent fields keep their built-in values. */
interface OAuthProviderOverride {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly authorize_url?: string | undefined;
  readonly token_url?: string | undefined;
  readonly keys_url?: string | undefined;
  /** True once the console's redirect address is registered for the client; the keys and issuer are those of its id_tokens, such as of a national cloud. */
  readonly sign_in?: boolean | { readonly keys_url?: string | undefined; readonly issuer?: string | undefined } | undefined;
  readonly imap?: { readonly host?: string | undefined; readonly port?: number | undefined } | undefined;
  /** `secure`: implicit TLS (`tls`, true) or STARTTLS (`starttls`, false). */
  readonly smtp?:
    | { readonly host?: string | undefined; readonly port?: number | undefined; readonly secure?: "tls" | "starttls" | boolean | undefined }
    | undefined;
}

/** All of them; `graph.url` is the root of an HTTP interface, such as that of a national cloud (learn.microsoft.com/graph/deployments). */
type OAuthProviderOverrides = {
  readonly [N in OAuthProviderName]?:
    | (OAuthProviderOverride & { readonly [A in ApiName]?: { readonly url?: string | undefined } | undefined })
    | undefined;
};

/** The providers that log in by OAuth, by name. */
export type OAuthProviders = Readonly<Record<OAuthProviderName, OAuthProvider>>;

/** The built-in providers with these settings applied. */
export const oauthProviders = (overrides: OAuthProviderOverrides, consents: ConsentsOfStage = () => "imap"): OAuthProviders =>
  Object.fromEntries(namesWith("oauth").map((name) => [name, merge(builtIn(name, consents), overrides[name])])) as OAuthProviders;

/** What the stage sets for new consents: SMTP and IMAP, or the provider's HTTP interface. */
type ConsentsOfStage = (setting: NonNullable<OAuthFacts["consentSetting"]>) => "imap" | ApiName;

const builtIn = (name: OAuthProviderName, consents: ConsentsOfStage): OAuthProvider => {
  const facts: OAuthFacts = oauthOf(name);
  const consent = facts.consentSetting && consents(facts.consentSetting);
  return {
    ...facts,
    name,
    clientId: "",
    clientSecret: "",
    scopes: [...facts.scopes, ...facts.identityScopes],
    readScope: facts.scopes[0],
    consentTransport: consent !== undefined && consent === facts.api?.name ? consent : "imap_smtp",
  };
};

/** The transports that a provider's consent page can ask for, the default one first; and the access levels of its HTTP interface. */
export interface Consents {
  readonly transports: readonly TransportName[];
  readonly accesses: readonly Access[];
}

/** The transports and access levels that this stage's consent page of a provider can ask for. */
export const consentsAt = (name: OAuthProviderName, consents?: ConsentsOfStage): Consents => {
  const { api, consentTransport } = oauthProviders({}, consents)[name];
  return {
    transports: [...new Set<TransportName>([consentTransport, "imap_smtp", ...(api ? [api.name] : [])])],
    accesses: ACCESSES.filter((access) => api?.scopes[access] !== undefined),
  };
};

/** What a consent is for at a provider's HTTP interface. */
interface Wanted {
  /** Whether the mailbox is another person's, which others share. */
  readonly isShared?: boolean;
  /** Everything when absent. */
  readonly access?: Access | undefined;
}

/**
 * The provider as one transport uses it. Where an access token is for one resource, the request for it names that one's scopes
 * (learn.microsoft.com/entra/identity-platform/scopes-oidc); a mailbox that others share needs the scopes for shared ones.
 */
export const providerFor = (
  provider: OAuthProvider,
  transport: TransportName,
  { isShared = false, access = "full" }: Wanted = {},
): OAuthProvider => {
  const { api, identityScopes, resources } = provider;
  const shared = isShared ? (api?.sharedScopes ?? []) : [];
  const scopes = transport === api?.name ? [...shared, ...(api.scopes[access] ?? api.scopes.full), ...identityScopes] : provider.scopes;
  return { ...provider, scopes, ...(api && resources && { tokenScopes: scopes }) };
};

/**
 * The HTTP interface to which `auto` may switch from SMTP and IMAP; undefined where there is none, or where the operator must switch it on and the
 * stage's setting does not say so.
 */
export const apiToSwitchTo = ({ api, consentSetting, consentTransport }: OAuthProvider): ApiFacts | undefined =>
  consentSetting === undefined || consentTransport === api?.name ? api : undefined;

/**
 * The scopes that the consent page asks for: those of one transport, or for `auto` those of both, which one consent can cover. Where a token is for
 * all that was granted, the scope of SMTP and IMAP is for the HTTP interface, too, so that `auto` is the stage's setting.
 */
export const consentScopes = (provider: OAuthProvider, transport: Transport, wanted: Wanted): readonly string[] => {
  const { api, resources, consentTransport } = provider;
  if (transport !== "auto") return providerFor(provider, transport, wanted).scopes;
  if (!api || !resources) return providerFor(provider, consentTransport, wanted).scopes;
  return [...new Set([...provider.scopes, ...providerFor(provider, api.name, wanted).scopes])];
};

const merge = (known: OAuthProvider, override: NonNullable<OAuthProviderOverrides[OAuthProviderName]> = {}): OAuthProvider => {
  const { imap = {}, smtp = {}, sign_in: signIn = false } = override;
  const { keys_url: keysUrl, issuer } = typeof signIn === "object" ? signIn : {};
  const { api } = known;
  return {
    ...known,
    clientId: override.client_id ?? known.clientId,
    clientSecret: override.client_secret ?? known.clientSecret,
    authorizeUrl: override.authorize_url ?? known.authorizeUrl,
    tokenUrl: override.token_url ?? known.tokenUrl,
    ...(known.keysUrl !== undefined && { keysUrl: override.keys_url ?? known.keysUrl }),
    ...(signIn !== false && { signIn: { keysUrl, issuer } }),
    imap: { host: imap.host ?? known.imap.host, port: imap.port ?? known.imap.port },
    smtp: {
      host: smtp.host ?? known.smtp.host,
      port: smtp.port ?? known.smtp.port,
      secure: security(smtp.secure) ?? known.smtp.secure,
    },
    ...(api && { api: { ...api, url: (override[api.name]?.url ?? api.url).replace(/\/$/, "") } }),
  };
};

const security = (secure: "tls" | "starttls" | boolean | undefined) =>
  typeof secure === "boolean" ? (secure ? "tls" : "starttls") : secure;

const text = z.optional(z.string());
const server = { host: text, port: z.optional(z.int().check(z.gte(1), z.lte(65_535))) };
const url = z.optional(z.url());
const override = {
  client_id: text,
  client_secret: text,
  authorize_url: url,
  token_url: url,
  keys_url: url,
  sign_in: z.optional(z.union([z.boolean(), z.strictObject({ keys_url: url, issuer: text })])),
  imap: z.optional(z.strictObject(server)),
  smtp: z.optional(z.strictObject({ ...server, secure: z.optional(z.union([z.enum(["tls", "starttls"]), z.boolean()])) })),
};
const overrideOf = (name: OAuthProviderName) => {
  const { api } = oauthOf(name);
  return z.optional(z.strictObject({ ...override, ...(api && { [api.name]: z.optional(z.strictObject({ url })) }) }));
};

/** Applies settings to the built-in providers; throws with the paths of invalid settings, never with a value. */
export const readProviders = (settings: unknown, consents?: ConsentsOfStage): OAuthProviders => {
  const overrides = z.strictObject(Object.fromEntries(namesWith("oauth").map((name) => [name, overrideOf(name)])));
  const parsed = z.safeParse(overrides, settings);
  if (parsed.success) return oauthProviders(parsed.data, consents);
  const paths = fieldProblems(parsed.error, settings).map(({ field }) => field);
  throw new Error(paths.some(Boolean) ? `see ${paths.filter(Boolean).join(", ")}` : "it is no object");
};
