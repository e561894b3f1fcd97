import { notFound, tooManyRequests } from "#shared/platform/errors.ts";
import type { Ids } from "#shared/platform/ports.ts";
import type { OAuthProviderName } from "#shared/providers/index.ts";
import { hashApiKey } from "../auth/api-key.ts";
import { tokenWindow } from "../auth/log-in.ts";
import type { RateLimits } from "../auth/request-ports.ts";
import type { Members } from "../member.ts";
import { invitationPattern } from "../members.ts";
import { SIGN_IN_SECONDS, valuesOf } from "./browser.ts";
import type { IdentityProviders, SignIns } from "./ports.ts";

const SECRET_BYTES = 32;

/** The ports of beginning a sign-in. */
export interface BeginPorts {
  readonly providers: IdentityProviders;
  readonly signIns: SignIns;
  readonly members: Pick<Members, "findInvited">;
  readonly rateLimits: RateLimits;
  readonly ids: Ids;
  /** The exact redirect address of a provider. */
  readonly callbackOf: (provider: OAuthProviderName) => string;
}

/**
 * Begins a sign-in, of a member or of whoever has the invitation's token: the secret for the browser's cookie, and the address of the provider's page.
 * Throws 404 for a provider that the operator has not switched on and for an invitation that is not open, and 429 as a sign-in with a key does.
 */
export const beginSignIn = async (
  { providers, signIns, members, rateLimits, ids, callbackOf }: BeginPorts,
  request: { readonly provider: OAuthProviderName; readonly invitation?: string | undefined; readonly sourceIp: string },
): Promise<{ readonly secret: string; readonly url: string }> => {
  const { provider, invitation: token, sourceIp } = request;
  const { key, bucket } = tokenWindow(sourceIp);
  const { wait } = await rateLimits.take(key, bucket);
  if (wait > 0) throw tooManyRequests(wait);
  const found = (await providers()).get(provider);
  if (!found) throw notFound("Sign-in");
  const invitation = token === undefined ? undefined : hashApiKey(token);
  if (invitation !== undefined && !(invitationPattern.test(token ?? "") && (await members.findInvited(invitation))))
    throw notFound("Invitation");
  const secret = ids.random(SECRET_BYTES);
  const { state, nonce, codeChallenge } = valuesOf(secret);
  await signIns.insert({ hash: hashApiKey(secret), provider, ...(invitation !== undefined && { invitation }) }, SIGN_IN_SECONDS * 1000);
  return { secret, url: found.pageUrl({ redirectUri: callbackOf(provider), state, nonce, codeChallenge }) };
};
