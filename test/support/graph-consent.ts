/** The stand-in's OAuth as a client and its owner go through it. */
import { createHash, randomBytes } from "node:crypto";
import { GRAPH } from "#infra/local/sandbox/http/tokens.ts";
import type { GraphStandIn } from "#infra/local/sandbox/http/start-http.ts";

const CLIENT = "test-client";
const REDIRECT = "http://localhost/callback";

/** The scopes of a mailbox over Graph. */
export const MAIL_SCOPES = `${GRAPH}/Mail.ReadWrite ${GRAPH}/Mail.Send offline_access openid profile email`;

/** An answer of the token endpoint. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly scope: string;
  readonly id_token: string;
  readonly error?: string;
}

/** Calls the token endpoint. */
export const askToken = async (graph: GraphStandIn, form: Record<string, string>): Promise<TokenAnswer> => {
  const answer = await fetch(`${graph.origin}/common/oauth2/v2.0/token`, {
    method: "POST",
    body: new URLSearchParams({ client_id: CLIENT, ...form }),
  });
  return (await answer.json()) as TokenAnswer;
};

/** What the owner's answer to the consent page leads to: the redirect's parameters. */
export const consent = async (
  graph: GraphStandIn,
  { email, decision = "accept", ...query }: { readonly email: string; readonly decision?: string } & Record<string, string>,
): Promise<URLSearchParams> => {
  const url = new URL(`${graph.origin}/common/oauth2/v2.0/authorize`);
  const parameters = { client_id: CLIENT, response_type: "code", redirect_uri: REDIRECT, scope: MAIL_SCOPES, state: "s1", ...query };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const answer = await fetch(url, { method: "POST", body: new URLSearchParams({ email, decision }), redirect: "manual" });
  return new URL(answer.headers.get("location") ?? "http://nowhere/").searchParams;
};

/** A grant by code with PKCE. */
export const grantOf = async (graph: GraphStandIn, email: string, scope = MAIL_SCOPES): Promise<TokenAnswer> => {
  const verifier = randomBytes(32).toString("base64url");
  const challenge = createHash("sha256").update(verifier).digest("base64url");
  const back = await consent(graph, { email, scope, code_challenge: challenge, code_challenge_method: "S256" });
  const form = { grant_type: "authorization_code", code: back.get("code") ?? "", redirect_uri: REDIRECT, code_verifier: verifier };
  return askToken(graph, form);
};
