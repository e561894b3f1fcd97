import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { httpPosts } from "#shared/platform/egress/http-posts.ts";
import { createOpenSocket } from "#shared/platform/egress/open-socket.ts";
import { upgradeTls } from "#shared/platform/egress/tls.ts";
import { createOAuthTokens } from "#shared/transports/oauth.ts";
import { parseAllowList } from "#shared/platform/egress/address-policy.ts";
import type { PostHttp } from "#shared/platform/egress/egress.ts";
import { OAuthError } from "#shared/mailboxes/oauth/oauth.ts";
import { oauthProviders, type OAuthProvider } from "#shared/mailboxes/oauth/oauth-providers.ts";

const now = new Date("2026-11-21T12:00:00Z");
const openSocket = createOpenSocket({ allowed: parseAllowList("127.0.0.1/32:*") });
const post = httpPosts({ openSocket, upgradeTls });
/** All that takes ten seconds takes a fraction of one. */
const postHttp: PostHttp = (one) => post({ ...one, withinMs: one.withinMs / 30 });
const tokens = createOAuthTokens({ clock: { now: () => now }, postHttp });
const SECRETS = { client: "client-s3cret", refresh: "refresh-s3cret", code: "code-s3cret" };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let forms: Record<string, string>[];
let provider: OAuthProvider;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request
    .on("data", (chunk: Buffer) => chunks.push(chunk))
    .on("end", () => {
      forms.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
      answer(request, response);
    });
});

beforeEach(async () => {
  forms = [];
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const token_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
  provider = oauthProviders({ google: { client_id: "client", client_secret: SECRETS.client, token_url } }).google;
});
afterEach(() => {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
});

const json = (status: number, body: object) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};

const failure = async (work: Promise<unknown>): Promise<OAuthError> => {
  const error = await work.then(
    () => new Error("granted"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof OAuthError)) throw error;
  return error;
};

describe("exchangeCode", () => {
  it("sends the code with its verifier and gives the first refresh token", async () => {
    answer = json(200, { access_token: "at", expires_in: 60, refresh_token: "rt", id_token: "a.b.c" });

    const grant = await tokens.exchangeCode(provider, { code: SECRETS.code, redirectUri: "https://app.example/cb", codeVerifier: "v" });

    expect(forms).toEqual([
      {
        grant_type: "authorization_code",
        code: SECRETS.code,
        redirect_uri: "https://app.example/cb",
        code_verifier: "v",
        client_id: "client",
        client_secret: SECRETS.client,
      },
    ]);
    expect(grant).toEqual({ accessToken: "at", expiresAt: new Date("2026-11-21T12:01:00Z"), refreshToken: "rt", idToken: "a.b.c" });
  });
});

describe("refresh", () => {
  it("gives the rotated refresh token to its caller", async () => {
    answer = json(200, { access_token: "at2", refresh_token: "rotated" });

    const grant = await tokens.refresh(provider, SECRETS.refresh);

    expect(forms[0]).toMatchObject({ grant_type: "refresh_token", refresh_token: SECRETS.refresh });
    expect(grant.refreshToken).toBe("rotated");
  });

  it("gives no refresh token when the provider keeps the old one", async () => {
    answer = json(200, { access_token: "at2" });

    expect(await tokens.refresh(provider, SECRETS.refresh)).not.toHaveProperty("refreshToken");
  });

  test.each<[string, string, typeof answer]>([
    ["refused", "400 invalid_grant", json(400, { error: "invalid_grant", error_description: SECRETS.refresh })],
    ["client", "401 invalid_client", json(401, { error: "invalid_client", error_description: SECRETS.client })],
    ["temporary", "429", json(429, { error: "invalid_grant" })],
    ["temporary", "503", json(503, { error: SECRETS.refresh })],
    [
      "temporary",
      "a redirect, though a token waits behind it",
      (request, response) =>
        request.url === "/token"
          ? response.writeHead(307, { location: "/elsewhere" }).end()
          : json(200, { access_token: "at" })(request, response),
    ],
    ["temporary", "an answer over 64 KiB", json(200, { access_token: "at", padding: "x".repeat(66_000) })],
    ["temporary", "no answer", () => undefined],
    ["temporary", "an answer that stalls", (_, response) => response.writeHead(200).write("{")],
    ["temporary", "a reset", (request) => request.socket.destroy()],
    ["temporary", "html", (_, response) => response.writeHead(200).end("<html>")],
  ])("is %s on %s, and its error holds no secret", async (reason, _, behaviour) => {
    answer = behaviour;

    const error = await failure(tokens.refresh(provider, SECRETS.refresh));

    expect(error.reason).toBe(reason);
    expect(`${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`).not.toMatch(/s3cret/);
  });
});
