import { getSignInProviders as operation, providersOut } from "#shared/service/console/sign-in.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { signInProviders } from "#shared/accounts/wiring/sign-in.ts";

/** GET /console/sign-in/providers. */
export const handler = endpoint(operation, async () => providersOut((await signInProviders()).keys()));
