import { ACCOUNTS, ID_KEYS_PATH } from "./http/id-tokens.ts";
import { namesWith, type OAuthProviderName, oauthOf, signInFacts } from "#shared/providers/index.ts";
import type { Sandbox } from "./start-sandbox.ts";

/** The secret's `oauth` with every provider at the sandbox: its consent page without TLS, its mail servers with XOAUTH2, its stand-ins. */
export const oauthClientsOf = ({ host, ports, graph, gmail }: Sandbox) => {
  const urls: Readonly<Record<string, string>> = { graph: `${graph.origin}/v1.0`, gmail_api: gmail.origin };
  const signInAt = (tenant: string, issuer: string) => ({
    authorize_url: `${graph.pagesOrigin}/${tenant}/oauth2/v2.0/authorize`,
    token_url: `${graph.origin}/${tenant}/oauth2/v2.0/token`,
    sign_in: { keys_url: `${graph.origin}${ID_KEYS_PATH}`, issuer: `${graph.origin}/${issuer}` },
  });
  const endpoints = (issuers: readonly string[]) =>
    issuers.some((one) => one.includes("{tenantid}")) ? signInAt("common", "{tenantid}/v2.0") : signInAt(ACCOUNTS, ACCOUNTS);
  const at = (name: OAuthProviderName) => ({
    client_id: `local-${name}`,
    client_secret: "local",
    ...endpoints(signInFacts[name].issuers),
    imap: { host, port: ports.imaps },
    smtp: { host, port: ports.smtps, secure: "tls" },
  });
  return Object.fromEntries(
    namesWith("oauth").map((name) => {
      const { api, keysUrl } = oauthOf(name);
      return [
        name,
        {
          ...at(name),
          ...(keysUrl && { keys_url: `${gmail.origin}${new URL(keysUrl).pathname}` }),
          ...(api && { [api.name]: { url: urls[api.name] } }),
        },
      ];
    }),
  ) as Readonly<Record<OAuthProviderName, ReturnType<typeof at>>>;
};
