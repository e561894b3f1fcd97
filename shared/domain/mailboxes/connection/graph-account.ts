import type { GraphAccount } from "../mailbox.ts";
import type { OAuthProvider } from "../oauth/oauth-providers.ts";
import { OAuthError } from "../oauth/oauth.ts";

const HTTPS_PORT = 443;

/** A mailbox's account at the provider's Microsoft Graph; throws OAuthError where the provider has none. */
export const graphAccount = (
  { graph }: OAuthProvider,
  username: string,
  mailboxUser: string | undefined,
  accessToken: string,
): GraphAccount => {
  if (!graph) throw new OAuthError("misconfigured", "The provider has no Microsoft Graph");
  const { hostname, port } = new URL(graph.url);
  return {
    graphUrl: graph.url,
    host: hostname,
    port: Number(port) || HTTPS_PORT,
    username,
    ...(mailboxUser !== undefined && { mailboxUser }),
    credential: { accessToken },
  };
};
