import { beginSignIn as operation } from "#shared/service/console/sign-in.ts";
import { beginSignIn, signInCookie } from "#shared/accounts/sign-in/begin.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { signInCallbackOf as callbackOf, signInProviders as providers, signIns } from "#shared/accounts/wiring/sign-in.ts";
import { members, rateLimits } from "#shared/accounts/wiring/stores.ts";
import { isOwn } from "#shared/api/http/authenticate.ts";
import { unauthorized } from "#shared/platform/errors.ts";
import { ids } from "#shared/platform/system.ts";

const ports = { providers, signIns, members, rateLimits, ids, callbackOf };

/** POST /console/sign-in/{provider}: no other site begins a sign-in in a visitor's browser. */
export const handler = endpoint(operation, async ({ params, body, sourceIp, headers, call }) => {
  if (!isOwn(call.event)) throw unauthorized("A sign-in begins on the console's own page, which sends X-Console");
  const { secret, url } = await beginSignIn(ports, { provider: params.provider, invitation: body.invitation, sourceIp });
  const cookie = signInCookie(headers, secret);
  return { status: 200, headers: { "content-type": "application/json", "set-cookie": cookie }, body: JSON.stringify({ url }) };
});
