import * as z from "zod/mini";
import type { ImapSettings, SmtpSettings, Transport, TransportUsed } from "../mailbox.ts";
import { fieldProblems } from "#shared/api/field-errors.ts";

/** The mailbox types that log in by OAuth 2.0. */
export type OAuthProviderName = "google" | "outlook";

/** A provider's endpoints, this service's client, and the mail servers. */
export interface OAuthProvider {
  readonly name: OAuthProviderName;
  /** Empty when the operator has registered no client. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  readonly scopes: readonly string[];
  /** The scopes to name in requests for tokens; absent: none, so that the provider chooses. */
  readonly tokenScopes?: readonly string[];
  /** The scope that reading mail requires. */
  readonly imapScope: string;
  /** Parameters that make the consent page return a refresh token. */
  readonly consentParameters: Readonly<Record<string, string>>;
  readonly imap: Omit<ImapSettings, "username">;
  readonly smtp: Omit<SmtpSettings, "username">;
  /** Microsoft Graph, where the provider has it. */
  readonly graph?: GraphProvider;
}

/** Where Microsoft Graph is, and the scopes that mail needs there. */
export interface GraphProvider {
  /** The service's root with its version, without a final slash. */
  readonly url: string;
  readonly scopes: readonly string[];
}

/** One provider in OAUTH_PROVIDERS and in the secret's `oauth` (infra/local/README.md, "Settings"); absent fields keep their built-in values. */
export interface OAuthProviderOverride {
  readonly client_id?: string | undefined;
  readonly client_secret?: string | undefined;
  readonly authorize_url?: string | undefined;
  readonly token_url?: string | undefined;
  readonly imap?: { readonly host?: string | undefined; readonly port?: number | undefined } | undefined;
  /** `secure`: implicit TLS (`tls`, true) or STARTTLS (`starttls`, false). */
  readonly smtp?:
    | { readonly host?: string | undefined; readonly port?: number | undefined; readonly secure?: "tls" | "starttls" | boolean | undefined }
    | undefined;
  /** Outlook only: the root of Microsoft Graph, such as that of a national cloud (learn.microsoft.com/graph/deployments). */
  readonly graph?: { readonly url?: string | undefined } | undefined;
}

/** Both providers by name. */
export type OAuthProviders = Readonly<Record<OAuthProviderName, OAuthProvider>>;

/** The built-in providers with these settings applied. */
export const oauthProviders = (
  overrides: Readonly<Partial<Record<OAuthProviderName, OAuthProviderOverride | undefined>>>,
): OAuthProviders => {
  return { google: merge(google, overrides.google), outlook: merge(outlook, overrides.outlook) };
};

/** Source: developers.google.com/identity/protocols/oauth2/web-server and /workspace/gmail/imap/xoauth2-protocol. */
const google: OAuthProvider = {
  name: "google",
  clientId: "",
  clientSecret: "",
  authorizeUrl: "https://accounts.google.com/o/oauth2/v2/auth",
  tokenUrl: "https://oauth2.googleapis.com/token",
  scopes: ["https://mail.google.com/", "openid", "email", "profile"],
  imapScope: "https://mail.google.com/",
  consentParameters: { access_type: "offline", prompt: "consent" },
  imap: { host: "imap.gmail.com", port: 993 },
  smtp: { host: "smtp.gmail.com", port: 465, secure: "tls" },
};

/**
 * Sources: learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth and, for
 * Graph, learn.microsoft.com/graph/permissions-reference.
 */
const outlook: OAuthProvider = {
  name: "outlook",
  clientId: "",
  clientSecret: "",
  authorizeUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
  tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
  scopes: [
    "https://outlook.office.com/IMAP.AccessAsUser.All",
    "https://outlook.office.com/SMTP.Send",
    "offline_access",
    "openid",
    "profile",
    "email",
  ],
  imapScope: "https://outlook.office.com/IMAP.AccessAsUser.All",
  consentParameters: { response_mode: "query" },
  imap: { host: "outlook.office365.com", port: 993 },
  smtp: { host: "smtp.office365.com", port: 587, secure: "starttls" },
  graph: {
    url: "https://graph.microsoft.com/v1.0",
    scopes: [
      "https://graph.microsoft.com/Mail.ReadWrite",
      "https://graph.microsoft.com/Mail.Send",
      "offline_access",
      "openid",
      "profile",
      "email",
    ],
  },
};

const GRAPH_SCOPE = "https://graph.microsoft.com/";

/**
 * The provider with the scopes of one transport. An access token is for one resource, whose scopes the request for the token names
 * (learn.microsoft.com/entra/identity-platform/scopes-oidc); a shared mailbox needs the scopes for shared ones
 * (learn.microsoft.com/graph/outlook-share-messages-folders).
 */
export const providerFor = (provider: OAuthProvider, transport: TransportUsed, isShared = false): OAuthProvider => {
  if (!provider.graph) return provider;
  if (transport === "imap_smtp") return { ...provider, tokenScopes: provider.scopes };
  const shared = provider.graph.scopes.filter((scope) => isShared && scope.startsWith(GRAPH_SCOPE)).map((scope) => `${scope}.Shared`);
  const scopes = [...shared, ...provider.graph.scopes];
  return { ...provider, scopes, tokenScopes: scopes, imapScope: scopes[0] ?? provider.imapScope };
};

/** The scopes that the consent page asks for: those of one transport, or for `auto` those of both, which one consent can cover. */
export const consentScopes = (provider: OAuthProvider, transport: Transport, isShared: boolean): readonly string[] => {
  if (transport !== "auto") return providerFor(provider, transport, isShared).scopes;
  return [...new Set([...provider.scopes, ...providerFor(provider, "graph", isShared).scopes])];
};

const merge = (builtIn: OAuthProvider, override: OAuthProviderOverride = {}): OAuthProvider => {
  const { imap = {}, smtp = {}, graph = {} } = override;
  return {
    ...builtIn,
    clientId: override.client_id ?? builtIn.clientId,
    clientSecret: override.client_secret ?? builtIn.clientSecret,
    authorizeUrl: override.authorize_url ?? builtIn.authorizeUrl,
    tokenUrl: override.token_url ?? builtIn.tokenUrl,
    imap: { host: imap.host ?? builtIn.imap.host, port: imap.port ?? builtIn.imap.port },
    smtp: {
      host: smtp.host ?? builtIn.smtp.host,
      port: smtp.port ?? builtIn.smtp.port,
      secure: security(smtp.secure) ?? builtIn.smtp.secure,
    },
    ...(builtIn.graph && { graph: { ...builtIn.graph, url: (graph.url ?? builtIn.graph.url).replace(/\/$/, "") } }),
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
  imap: z.optional(z.strictObject(server)),
  smtp: z.optional(z.strictObject({ ...server, secure: z.optional(z.union([z.enum(["tls", "starttls"]), z.boolean()])) })),
};
const overrides = z.strictObject({
  google: z.optional(z.strictObject(override)),
  outlook: z.optional(z.strictObject({ ...override, graph: z.optional(z.strictObject({ url })) })),
});

/** Applies settings to the built-in providers; throws with the paths of invalid settings, never with a value. */
export const readProviders = (settings: unknown): OAuthProviders => {
  const parsed = z.safeParse(overrides, settings);
  if (parsed.success) return oauthProviders(parsed.data);
  const paths = fieldProblems(parsed.error, settings).map(({ field }) => field);
  throw new Error(paths.some(Boolean) ? `see ${paths.filter(Boolean).join(", ")}` : "it is no object");
};
