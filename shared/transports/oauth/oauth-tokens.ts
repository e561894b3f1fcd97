import type { PostHttp } from "#shared/platform/egress/egress.ts";
import { OAuthError, readTokenAnswer, type OAuthTokens, type TokenGrant } from "#shared/mailboxes/oauth/oauth.ts";
import type { OAuthProvider } from "#shared/mailboxes/oauth/oauth-providers.ts";
import type { Clock } from "#shared/platform/ports.ts";

const WITHIN_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const HEADERS = { accept: "application/json", "content-type": "application/x-www-form-urlencoded" };

/**
 * Calls token endpoints, within 10 s, without redirects, and with less than 64 KiB of answer. Errors contain nothing of the request or the answer.
 */
export const createOAuthTokens = ({ clock, postHttp }: { readonly clock: Clock; readonly postHttp: PostHttp }): OAuthTokens => {
  const post = async (provider: OAuthProvider, parameters: Record<string, string>): Promise<TokenGrant> => {
    const client = { client_id: provider.clientId, client_secret: provider.clientSecret };
    const scope = provider.tokenScopes && { scope: provider.tokenScopes.join(" ") };
    const { status, body } = await answer(postHttp, provider, new URLSearchParams({ ...parameters, ...scope, ...client }));
    return readTokenAnswer(status, body, clock.now());
  };
  return {
    exchangeCode: (provider, { code, redirectUri, codeVerifier }) =>
      post(provider, {
        grant_type: "authorization_code",
        code,
        redirect_uri: redirectUri,
        ...(codeVerifier !== undefined && { code_verifier: codeVerifier }),
      }),
    refresh: (provider, refreshToken) => post(provider, { grant_type: "refresh_token", refresh_token: refreshToken }),
  };
};

const answer = async (
  postHttp: PostHttp,
  { tokenUrl }: OAuthProvider,
  form: URLSearchParams,
): Promise<{ status: number; body: unknown }> => {
  try {
    const { status, body } = await postHttp({
      url: new URL(tokenUrl),
      headers: HEADERS,
      body: form.toString(),
      withinMs: WITHIN_MS,
      readMax: MAX_ANSWER_BYTES,
    });
    return { status, body: body.length < MAX_ANSWER_BYTES ? parseJson(body.toString()) : undefined };
  } catch {
    // No cause: it may contain the request.
    throw new OAuthError("temporary", "The token endpoint cannot be reached");
  }
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
