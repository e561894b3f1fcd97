import { identityProviders } from "#shared/mailboxes/oauth/oauth.ts";
import { configuredProviders, oauthTokens } from "#shared/mailboxes/wiring/oauth.ts";
import { type Need, setting } from "#shared/platform/env.ts";
import { processClock } from "#shared/platform/system.ts";
import { connectLive } from "#shared/platform/wiring/database.ts";
import { callHttp } from "#shared/platform/wiring/web.ts";
import { signingKeys } from "#shared/transports/oauth.ts";
import type { IdentityProviders } from "../sign-in/begin.ts";
import { mongoIdentities, mongoSignIns } from "../store/members.ts";

/** What a function that contains this module needs: grants and environment variables (infra/permissions.ts). */
export const needs: readonly Need[] = ["links"];

/** The sign-ins that wait for their browser's return, and the members by their accounts at providers. A test world has neither. */
export const signIns = /* @__PURE__ */ mongoSignIns(connectLive);
/** The members by their accounts at providers; a test world has none. */
export const identities = /* @__PURE__ */ mongoIdentities(connectLive);

/** The providers that the operator lets people sign in with. */
export const signInProviders: IdentityProviders = async () => identityProviders(await configuredProviders(), oauthTokens);

/** The providers' keys. */
export const keys = /* @__PURE__ */ signingKeys({ callHttp, clock: processClock });

/** The exact redirect address of a provider's sign-in page, which the operator registers there. */
export const signInCallbackOf = (provider: string): string => `${setting("PUBLIC_URL")}/console/sign-in/${provider}/callback`;
