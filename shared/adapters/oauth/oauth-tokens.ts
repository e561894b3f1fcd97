import { OAuthError, readTokenAnswer, type OAuthTokens, type TokenGrant } from "../../domain/mailboxes/oauth/oauth.ts";
import type { OAuthProvider } from "../../domain/mailboxes/oauth/oauth-providers.ts";
import type { Clock } from "../../domain/ports.ts";

const MAX_ANSWER_BYTES = 65_536;

/** The token endpoints over fetch: 10 s, no redirect, at most 64 KiB of answer; nothing that was sent or answered stands in an error. */
export const createOAuthTokens = ({ clock, timeoutMs = 10_000 }: { readonly clock: Clock; readonly timeoutMs?: number }): OAuthTokens => {
  const post = async (provider: OAuthProvider, parameters: Record<string, string>): Promise<TokenGrant> => {
    const client = { client_id: provider.clientId, client_secret: provider.clientSecret };
    const { status, body } = await answer(provider.tokenUrl, new URLSearchParams({ ...parameters, ...client }), timeoutMs);
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

const answer = async (url: string, form: URLSearchParams, timeoutMs: number): Promise<{ status: number; body: unknown }> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      body: form,
      headers: { accept: "application/json" },
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await boundedText(response);
    return { status: response.status, body: parseJson(text) };
  } catch {
    // The cause is left out: fetch's errors may carry the request.
    throw new OAuthError("temporary", "The token endpoint cannot be reached");
  }
};

const boundedText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error("the answer is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
