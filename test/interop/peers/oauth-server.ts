/**
 * An OAuth 2.0 server for tests: authorisation code with PKCE (RFC 7636), refresh tokens kept or rotated, id_token. HTTPS on loopback; Dovecot
 * asks `/introspect` (RFC 7662) over plain HTTP whether a token is good.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { text } from "node:stream/consumers";
import type { ServerCertificate } from "#infra/local/certificates.ts";
import { listenOnLoopback } from "#infra/local/socket-input.ts";

interface Grant {
  readonly email: string;
  readonly scope: string;
  readonly nonce?: string | null;
}
interface Code extends Grant {
  readonly challenge: string | null;
  readonly redirectUri: string | null;
}

/** How the server behaves from now on. */
export interface OauthBehaviour {
  /** Whether a refresh gives a new refresh token and spends the old one, as Microsoft does. */
  rotate: boolean;
  /** A status that /token answers instead: 400 is `invalid_grant`, 429 and 5xx `temporarily_unavailable`. */
  fail: number;
  expiresInSeconds: number;
  /** Granted whatever was asked for. */
  scope: string | undefined;
}

const base64 = (value: Buffer | object): string =>
  (Buffer.isBuffer(value) ? value : Buffer.from(JSON.stringify(value))).toString("base64url");
const answer = (response: ServerResponse, status: number, body?: object, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(body === undefined ? "" : JSON.stringify(body));
};

/** Starts it; the tests that share its process grant, revoke and expire directly. */
export const startOauthServer = async (options: {
  readonly port: number;
  readonly introspectPort: number;
  readonly certificate: ServerCertificate;
}) => {
  const issuer = `https://localhost:${options.port}`;
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const behaviour: OauthBehaviour = { rotate: false, fail: 0, expiresInSeconds: 3600, scope: undefined };
  /** The form of every call of /token, in order. */
  const calls: Record<string, string>[] = [];
  const codes = new Map<string, Code>();
  const refreshTokens = new Map<string, Grant>();
  const accessTokens = new Map<string, Grant & { readonly until: number }>();

  const idToken = ({ email, nonce = null }: Grant, clientId: string): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: email,
      email,
      email_verified: true,
      preferred_username: email,
      iat: now,
      exp: now + 3600,
      ...(nonce !== null && { nonce }),
    };
    const signed = `${base64({ alg: "RS256", kid: "1" })}.${base64(claims)}`;
    return `${signed}.${base64(sign("sha256", Buffer.from(signed), privateKey))}`;
  };
  const tokens = (granted: Grant, clientId: string) => {
    const { email, scope } = granted;
    const accessToken = `at.${randomBytes(16).toString("hex")}`;
    accessTokens.set(accessToken, { email, scope, until: Date.now() + behaviour.expiresInSeconds * 1000 });
    return {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: behaviour.expiresInSeconds,
      scope,
      id_token: idToken(granted, clientId),
    };
  };
  /** A refresh token for an address, as if it had consented. */
  const grant = (email: string, scope = "mail"): string => {
    const token = `rt.${randomBytes(16).toString("hex")}`;
    refreshTokens.set(token, { email, scope });
    return token;
  };
  /** An authorisation code for an address, as if it had consented. */
  const code = (
    email: string,
    scope = "mail",
    pkce: Pick<Code, "challenge" | "redirectUri" | "nonce"> = { challenge: null, redirectUri: null },
  ): string => {
    const value = `code.${randomBytes(12).toString("hex")}`;
    codes.set(value, { email, scope, ...pkce });
    return value;
  };

  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const to = new URL(query.get("redirect_uri") ?? "");
    const pkce = { challenge: query.get("code_challenge"), redirectUri: query.get("redirect_uri"), nonce: query.get("nonce") };
    to.searchParams.set("code", code(query.get("login_hint") ?? "", behaviour.scope ?? query.get("scope") ?? "", pkce));
    if (query.has("state")) to.searchParams.set("state", query.get("state") ?? "");
    answer(response, 302, undefined, { location: to.href });
  };
  const exchange = (form: URLSearchParams, clientId: string): object | undefined => {
    const known = codes.get(form.get("code") ?? "");
    codes.delete(form.get("code") ?? "");
    if (known === undefined || (known.redirectUri !== null && known.redirectUri !== form.get("redirect_uri"))) return undefined;
    const verifier = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    if (known.challenge !== null && known.challenge !== verifier) return undefined;
    return { ...tokens(known, clientId), refresh_token: grant(known.email, known.scope) };
  };
  const refresh = (form: URLSearchParams, clientId: string): object | undefined => {
    const token = form.get("refresh_token") ?? "";
    const known = refreshTokens.get(token);
    if (known === undefined || !behaviour.rotate) return known && tokens(known, clientId);
    refreshTokens.delete(token);
    return { ...tokens(known, clientId), refresh_token: grant(known.email, known.scope) };
  };
  const token = (form: URLSearchParams, request: IncomingMessage, response: ServerResponse): void => {
    const basic = Buffer.from((request.headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
    const clientId = form.get("client_id") ?? basic.split(":")[0] ?? "";
    calls.push(Object.fromEntries(form));
    if (behaviour.fail > 0)
      return answer(response, behaviour.fail, { error: behaviour.fail === 400 ? "invalid_grant" : "temporarily_unavailable" });
    const granted = form.get("grant_type") === "authorization_code" ? exchange(form, clientId) : refresh(form, clientId);
    return granted === undefined ? answer(response, 400, { error: "invalid_grant" }) : answer(response, 200, granted);
  };
  const route = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? "/", issuer);
    const form = new URLSearchParams(await text(request));
    if (url.pathname === "/authorize") return authorize(url.searchParams, response);
    if (url.pathname === "/token") return token(form, request, response);
    if (url.pathname === "/certs")
      return answer(response, 200, { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] });
    if (url.pathname !== "/introspect") return answer(response, 404, { error: "not_found" });
    const known = accessTokens.get(form.get("token") ?? "");
    const active = known !== undefined && known.until > Date.now();
    return answer(response, 200, active ? { active, email: known.email, scope: known.scope } : { active });
  };

  const listener: RequestListener = (request, response) => {
    route(request, response).catch((error: Error) => answer(response, 500, { error: error.message }));
  };
  const [secure, plain] = [createSecureServer(options.certificate, listener), createServer(listener)];
  await listenOnLoopback(secure, options.port);
  await listenOnLoopback(plain, options.introspectPort);
  return {
    issuer,
    behaviour,
    calls,
    grant,
    code,
    /** Withdraws an address's consent: its tokens are worth nothing any more. */
    revoke(email: string): void {
      for (const tokens of [refreshTokens, accessTokens])
        for (const [token, known] of tokens) if (known.email === email) tokens.delete(token);
    },
    /** Lets an address's access tokens expire now; its refresh tokens stay good. */
    expire(email: string): void {
      for (const [token, known] of accessTokens) if (known.email === email) accessTokens.delete(token);
    },
    async stop(): Promise<void> {
      for (const server of [secure, plain]) server.closeAllConnections();
      await Promise.all([secure, plain].map((server) => new Promise((done) => server.close(done))));
    },
  };
};

/** A running OAuth server. */
export type OauthServer = Awaited<ReturnType<typeof startOauthServer>>;
