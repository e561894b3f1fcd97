/**
 * The stand-in's OAuth 2.0: authorisation code with PKCE and refresh tokens, one resource a token
 * (learn.microsoft.com/entra/identity-platform/v2-oauth2-auth-code-flow). Google's scopes work alike, and all of them are one resource
 * (developers.google.com/identity/protocols/oauth2/web-server).
 */
import { createHash } from "node:crypto";
import { html } from "../pages/style.ts";
import { type Calls, type Given, type HttpAnswer, Refusal } from "./answer.ts";
import { type Consent, GOOGLE, type IdTokens, type IdTokenSettings, nameOf, resourceOf, type Tokens } from "./tokens.ts";
import type { ServerCertificate } from "../../certificates.ts";
import type { Delivery } from "../correspondents.ts";
import type { MailStore } from "../mail-store.ts";
import type { SendSettings } from "../mime.ts";

const CODE_SECONDS = 600;
const REFRESH_SECONDS = 90 * 86_400;

/** Test settings for the OAuth server. */
export interface OauthSettings extends IdTokenSettings {
  accessSeconds: number;
  /** Scopes that owners do not allow. */
  withheld: readonly string[];
  /** Whether a refresh token becomes invalid once it is used; Microsoft's stays valid ("Refresh tokens aren't revoked when used"). */
  spendsRefreshTokens: boolean;
}

const page = (status: number, body: string, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    ...headers,
  },
  body: Buffer.from(body),
});

const STYLE =
  "body{font:16px system-ui;max-width:28em;margin:3em auto;padding:0 1em}input,button{font:inherit;padding:.4em}input{width:90%}";
const shell = (content: string): string =>
  `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Sign in</title><style>${STYLE}</style>${content}</html>`;

const refusal = (text: string): HttpAnswer =>
  page(
    400,
    shell(
      html`<h1>Sign-in is not possible</h1>
        <p>${text}</p>`.text,
    ),
  );

/** Why the consent page cannot be shown; a wrong redirect address gets no redirect. */
const problemOf = (query: URLSearchParams): string | undefined => {
  const to = query.get("redirect_uri") ?? "";
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol)) return "AADSTS50011: the redirect URI is missing or wrong";
  if (!query.get("client_id")) return "AADSTS900144: the request must contain client_id";
  if (query.get("response_type") !== "code") return "AADSTS700054: response_type must be code";
  if (!["query", null].includes(query.get("response_mode"))) return "this stand-in answers only with response_mode query";
  return query.get("scope") ? undefined : "AADSTS900144: the request must contain scope";
};

const back = (query: URLSearchParams, parameters: Record<string, string>): HttpAnswer => {
  const to = new URL(query.get("redirect_uri") ?? "");
  const state = query.get("state");
  for (const [name, value] of Object.entries({ ...parameters, ...(state !== null && { state }) })) to.searchParams.set(name, value);
  return page(302, "", { location: to.href });
};

const scopesIn = (text: string | null): readonly string[] => (text ?? "").split(/\s+/).filter(Boolean);

const consentPage = (query: URLSearchParams): HttpAnswer => {
  const scopes = scopesIn(query.get("scope")).map((scope) => html`<li><code>${scope}</code></li>`);
  const form = html`<h1>Sandbox sign-in</h1>
    <p><strong>${query.get("client_id") ?? ""}</strong> asks for:</p>
    <ul>
      ${scopes}
    </ul>
    <form method="post">
      <p>
        <label for="email">Your address</label><br /><input
          id="email"
          name="email"
          type="email"
          required
          value="${query.get("login_hint") ?? ""}"
        />
      </p>
      <p>
        <button id="accept" name="decision" value="accept">Accept</button>
        <button id="cancel" name="decision" value="cancel" formnovalidate>Cancel</button>
      </p>
    </form>`;
  return page(200, shell(form.text));
};

/** Answers the consent page and its form; the form is posted to the page's own address. */
export const authorize = (tokens: Tokens, settings: OauthSettings, query: URLSearchParams, form?: URLSearchParams): HttpAnswer => {
  const problem = problemOf(query);
  if (problem !== undefined) return refusal(problem);
  if (query.get("prompt") === "none") return back(query, { error: "interaction_required", error_description: "AADSTS50058" });
  if (!form) return consentPage(query);
  if (form.get("decision") !== "accept")
    return back(query, { error: "access_denied", error_description: "the user canceled the authentication" });
  const email = (form.get("email") ?? "").trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return consentPage(query);
  const nonce = query.get("nonce");
  const [challenge, method] = [query.get("code_challenge"), query.get("code_challenge_method")];
  const code = tokens.make(
    "code",
    {
      email,
      clientId: query.get("client_id") ?? "",
      scopes: scopesIn(query.get("scope")).filter((scope) => !settings.withheld.includes(scope)),
      redirectUri: query.get("redirect_uri") ?? "",
      ...(nonce !== null && { nonce }),
      ...(challenge !== null && { challenge, method: method ?? "plain" }),
    },
    CODE_SECONDS,
  );
  return back(query, { code });
};

const invalidGrant = (description: string) => new Refusal(400, "invalid_grant", description);

const redeemed = (tokens: Tokens, form: URLSearchParams): Consent => {
  const code = tokens.read("code", form.get("code") ?? "");
  tokens.spend(form.get("code") ?? "");
  if (!code || code.redirectUri !== form.get("redirect_uri"))
    throw invalidGrant("AADSTS54005: the code was redeemed, has expired or is wrong");
  const verifier = form.get("code_verifier") ?? "";
  const proof = code.method === "S256" ? createHash("sha256").update(verifier).digest("base64url") : verifier;
  if (code.challenge !== undefined && code.challenge !== proof) throw invalidGrant("AADSTS501481: the code_verifier does not match");
  return code;
};

const refreshed = (tokens: Tokens, settings: OauthSettings, form: URLSearchParams): Consent => {
  const token = form.get("refresh_token") ?? "";
  const consent = tokens.read("refresh", token);
  if (!consent) throw invalidGrant("AADSTS700082: the refresh token has expired or was revoked");
  if (settings.spendsRefreshTokens) tokens.spend(token);
  return consent;
};

/** The scopes of the one resource that the token is for: those asked for here, else those of the first resource that was consented to. */
const grantedFor = ({ scopes }: Consent, form: URLSearchParams): { readonly audience: string; readonly granted: readonly string[] } => {
  const asked = scopesIn(form.get("scope"));
  const wanted = asked.length > 0 ? asked : scopes;
  const resources = [...new Set(wanted.map(resourceOf).filter((one) => one !== undefined))];
  const [audience] = resources;
  // Who is only to be known gets a token that opens nothing.
  if (audience === undefined && scopes.includes("openid")) return { audience: "", granted: [] };
  if (audience === undefined) throw new Refusal(400, "invalid_scope", "AADSTS70011: the scope names no resource");
  if (asked.length > 0 && resources.length > 1)
    throw new Refusal(400, "invalid_scope", "AADSTS28000: the scope is not valid because it contains more than one resource");
  const isAllowed = (scope: string) => scope.endsWith("/.default") || scopes.some((one) => one.toLowerCase() === scope.toLowerCase());
  if (asked.some((scope) => resourceOf(scope) !== undefined && !isAllowed(scope)))
    throw invalidGrant("AADSTS65001: the user has not consented to use the application");
  const ofResource = wanted
    .flatMap((scope) => (scope.endsWith("/.default") ? scopes : [scope]))
    .filter((one) => resourceOf(one) === audience);
  return { audience, granted: ofResource };
};

/** What the token endpoint works with: whose address it is, and the tenant in its path. */
interface TokenPorts {
  readonly tokens: Tokens;
  readonly idTokens: IdTokens;
  readonly settings: OauthSettings;
  readonly origin: string;
  readonly tenant: string;
}

/** Answers the token endpoint; throws refusals. */
export const token = ({ tokens, idTokens, settings, origin, tenant }: TokenPorts, form: URLSearchParams): HttpAnswer => {
  const type = form.get("grant_type");
  if (type !== "authorization_code" && type !== "refresh_token")
    throw new Refusal(400, "unsupported_grant_type", "AADSTS70003: the grant type is not supported");
  // The client is authenticated before its grant is looked at (RFC 6749, 5.2); any secret is right but one that calls itself wrong.
  if (form.get("client_secret")?.startsWith("wrong"))
    throw new Refusal(401, "invalid_client", "AADSTS7000215: Invalid client secret provided.");
  const consent = type === "refresh_token" ? refreshed(tokens, settings, form) : redeemed(tokens, form);
  if (form.get("client_id") !== consent.clientId) throw new Refusal(400, "invalid_client", "AADSTS700016: the client is another one");
  const { audience, granted } = grantedFor(consent, form);
  const { email, clientId, scopes } = consent;
  const access = { email, audience, scopes: granted.map(nameOf) };
  return {
    status: 200,
    body: {
      token_type: "Bearer",
      scope: [...granted, ...scopes.filter((scope) => resourceOf(scope) === undefined && scope !== "offline_access")].join(" "),
      expires_in: settings.accessSeconds,
      access_token: tokens.make("access", access, settings.accessSeconds),
      ...(scopes.some((scope) => scope === "offline_access" || resourceOf(scope) === GOOGLE) && {
        refresh_token: tokens.make("refresh", { email, clientId, scopes }, REFRESH_SECONDS),
      }),
      ...(scopes.includes("openid") && { id_token: idTokens.idToken(origin, tenant, consent) }),
    },
  };
};

/** What the HTTPS stand-ins need of the sandbox. */
export interface HttpOptions {
  readonly store: MailStore;
  readonly certificate: ServerCertificate;
  /** Delivers a sent message to one recipient. */
  readonly deliver: (delivery: Delivery) => void;
  /** Signs tokens; with the same key they outlive a restart. */
  readonly key?: Buffer;
  readonly port?: number;
}

/** What a stand-in works with. */
export interface ApiPorts extends Pick<HttpOptions, "store" | "deliver"> {
  readonly tokens: Tokens;
  readonly settings: OauthSettings & SendSettings;
  readonly calls: Calls;
  /** Scheme, host and port. */
  readonly origin: () => string;
}

/** A stand-in for a provider's interface. */
export interface Api {
  /** Whether it answers below this path. */
  takes(url: string): boolean;
  answer(method: string, url: string, given: Given): Promise<HttpAnswer>;
}
