import type { OAuthProviderName } from "#shared/providers/index.ts";
import type { connectCallback } from "../contract/connect-page.ts";
import { connectByLink, type LinkPorts } from "../create-link.ts";
import { hashOf, type OpenLinks } from "../connect-link.ts";
import { reachOf, readState } from "../ways.ts";
import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { EndpointRequest } from "#shared/api/http/endpoint.ts";
import { browserOf, type LimitPorts, withinLimits } from "./browser.ts";
import { otherBrowserPage, leadTo, sceneOf } from "./page.ts";
import { browserFor, pageOf } from "./submit.ts";
import type { Problem } from "./words/words.ts";

type Request = EndpointRequest<typeof connectCallback>;

/** The dependencies of returning from a consent page. */
export type CallbackPorts = LimitPorts &
  Omit<LinkPorts, "openLinks"> & {
    readonly openLinks: LinkPorts["openLinks"] & Pick<OpenLinks, "takeConsent">;
    readonly callbackOf: (provider: OAuthProviderName) => string;
  };

/**
 * Connects the mailbox whose consent this browser started, once, and always redirects away from the URL with the code. Any other browser learns and
 * changes nothing.
 */
export const returnFromConsent = async (ports: CallbackPorts, request: Request): Promise<RawAnswer> => {
  const { headers, cookies, query } = request;
  const state = readState(query.state ?? "");
  const browser = state && browserOf(headers, cookies, state.linkId);
  if (!state || !browser) return otherBrowserPage(sceneOf(headers, undefined, undefined));
  const back = (problem?: Problem) => leadTo(pageOf({ browser }) + (problem === undefined ? "" : `?problem=${problem}`));
  // Without a code nothing has been used: the owner goes back and tries again.
  if (query.code === undefined) return back(query.error === "access_denied" ? "denied" : "consent");
  const { code } = query;
  const { provider } = request.params;
  const consent = await ports.openLinks.takeConsent(state.linkId, hashOf(browser.secret), { state: state.random, provider });
  if (!consent) return back("again");
  const work = async () => back(await problemOf(ports, request, { ...consent, browser, code }));
  return withinLimits(ports, request, consent.link, work, () => back("limit"));
};

type Returned = NonNullable<Awaited<ReturnType<OpenLinks["takeConsent"]>>> & {
  readonly browser: { readonly token: string; readonly secret: string };
  readonly code: string;
};

/** Connects the mailbox; returns the problem, or undefined when there was none or another browser was first. */
const problemOf = async (
  ports: CallbackPorts,
  request: Request,
  { link, verifier, oauthClientId, browser, code }: Returned,
): Promise<Problem | undefined> => {
  const { provider } = request.params;
  const grant = { code, redirectUri: ports.callbackOf(provider), codeVerifier: verifier };
  const email = link.mailboxId === undefined ? undefined : link.email;
  const from = browserFor({ browser }, "connect/callback", request);
  const outcome = await connectByLink(ports, link, from, { type: provider, email, grant, oauthClientId, ...reachOf(link, provider) });
  return outcome.kind === "refused" ? outcome.causes[0] : undefined;
};
