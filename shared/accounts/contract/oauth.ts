import * as z from "zod/mini";
import { atMost } from "#shared/api/fields.ts";
import { formOperation, operation, type Operation } from "#shared/api/operation.ts";
import { fromWire, type Into } from "#shared/api/wire.ts";
import { Refusal } from "#shared/platform/errors.ts";
import type { Issued, TokenFault, TokenRequest } from "../oauth/tokens.ts";

/** OAuth's own formats: no key, and errors as its RFCs write them. */
const ofOAuth = { auth: "none", boundKeys: "open", errors: [] } as const;

/** How long clients may keep the metadata, seconds. */
const METADATA_SECONDS = 300;

const metadata = { ...ofOAuth, method: "GET", cachedSeconds: METADATA_SECONDS, query: z.object({}) } as const;

/** GET /.well-known/oauth-protected-resource (RFC 9728, 3), for clients that ask at the host. */
export const getResource = operation({
  ...metadata,
  id: "oauth/get-resource",
  path: "/.well-known/oauth-protected-resource",
  summary: "Get the resource's metadata",
  description: "Which authorization server gives tokens for /mcp, and their scopes",
});

/** GET /.well-known/oauth-protected-resource/mcp: the same at the place of the resource's path (RFC 9728, 3.1). */
export const getMcpResource = operation({
  ...metadata,
  id: "oauth/get-mcp-resource",
  path: "/.well-known/oauth-protected-resource/mcp",
  summary: "Get the metadata of /mcp",
  description: "Which authorization server gives tokens for /mcp, and their scopes",
});

/** GET /.well-known/oauth-authorization-server (RFC 8414, 3). */
export const getServer = operation({
  ...metadata,
  id: "oauth/get-server",
  path: "/.well-known/oauth-authorization-server",
  summary: "Get the authorization server's metadata",
  description: "The addresses at which OAuth clients ask for consent and get tokens, and what they must send",
});

/** Longer than any field of these forms, characters. */
const FIELD_MAX = 4_096;
const field = z.optional(z.string().check(atMost(FIELD_MAX)));

/** POST /oauth/token (RFC 6749, 4.1.3). Unknown fields are ignored (RFC 6749, 3.2). */
export const getToken = formOperation({
  ...ofOAuth,
  id: "oauth/token",
  method: "POST",
  path: "/oauth/token",
  summary: "Exchange a code",
  description: "Exchange an authorization code for the token that a person allowed",
  body: z.object({
    grant_type: field,
    client_id: field,
    code: field,
    code_verifier: field,
    redirect_uri: field,
    resource: field,
  }),
});

/** POST /oauth/revoke (RFC 7009, 2.1). */
export const revokeOAuthToken = formOperation({
  ...ofOAuth,
  id: "oauth/revoke",
  method: "POST",
  path: "/oauth/revoke",
  summary: "Revoke a token",
  description: "Revoke a token of an OAuth client, by whoever has it",
  body: z.object({ token: field }),
});

/** The operations of the authorization server besides the console's consent page; they are not part of the documented API. */
export const oauthOperations = [getResource, getMcpResource, getServer, getToken, revokeOAuthToken] as const satisfies readonly Operation[];

/** A request to the token endpoint, in the domain's form. */
export const tokenRequestIn: Into<TokenRequest, typeof getToken.body> = fromWire(getToken.body);

/** OAuth's answers are JSON that nobody keeps (RFC 6749, 5.1). */
const answer = (status: number, body: unknown) => ({
  status,
  headers: { "content-type": "application/json", pragma: "no-cache" },
  body: JSON.stringify(body),
});

/** A client's token, with what it was allowed, which may be less or more than it asked for (RFC 6749, 5.1). */
export const tokenAnswer = ({ key, token, expiresIn }: Issued) =>
  answer(200, { access_token: token, token_type: "Bearer", expires_in: expiresIn, scope: (key.scopes ?? []).join(" ") });

/** Why a client gets no token (RFC 6749, 5.2). */
export const tokenFault = ({ error, description }: TokenFault) => answer(400, { error, error_description: description });

/** The answer of the token or revocation endpoint; a form that cannot be parsed gets `invalid_request` (RFC 6749, 5.2; RFC 7009, 2.2.1). */
export const tokensAnswer = <Answer>(work: () => Promise<Answer>): Promise<Answer | ReturnType<typeof tokenFault>> =>
  work().catch((error: unknown) => {
    if (error instanceof Refusal) return tokenFault({ error: "invalid_request", description: error.message });
    throw error;
  });
