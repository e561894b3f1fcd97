import type { Ids } from "../../ports.ts";
import { configuredProvider } from "./authorise.ts";
import { consentUrl } from "./oauth.ts";
import { consentScopes, type OAuthProviderName } from "./oauth-providers.ts";
import type { Transport } from "../mailbox.ts";
import { invalid } from "../../errors.ts";
import type { ConfiguredProviders } from "../ports.ts";

const STATE_BYTES = 16;

/** A provider's consent page with a new random state, which the client compares when its redirect URI is called (RFC 6749, 10.12). */
export const oauthUrl = async (
  { providers, ids }: { readonly providers: ConfiguredProviders; readonly ids: Ids },
  name: OAuthProviderName,
  request: {
    readonly redirectUri: string;
    readonly codeChallenge?: string | undefined;
    readonly loginHint?: string | undefined;
    /** `imap_smtp` when absent. */
    readonly transport?: Transport | undefined;
    readonly mailboxUser?: string | undefined;
  },
): Promise<{ readonly url: string; readonly state: string }> => {
  const provider = await configuredProvider(providers, name, "provider");
  const { transport = "imap_smtp", mailboxUser, ...page } = request;
  const given = { transport: request.transport, mailboxUser };
  const misplaced = Object.entries(given).filter(([, value]) => value !== undefined && !provider.graph);
  if (misplaced.length > 0) throw invalid(...misplaced.map(([field]) => ({ field, message: "is for outlook" })));
  const state = ids.random(STATE_BYTES);
  const scopes = consentScopes(provider, transport, mailboxUser !== undefined);
  return { url: consentUrl({ ...provider, scopes }, { ...page, state }), state };
};
