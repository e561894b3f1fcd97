import { finishSignIn as operation, problemAnswer, signedInAnswer } from "#shared/service/console/sign-in.ts";
import { SESSION_SECONDS } from "#shared/accounts/auth/log-in.ts";
import { signInSecret } from "#shared/accounts/sign-in/begin.ts";
import { finishSignIn, problemOf, takeSignIn } from "#shared/accounts/sign-in/finish.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { outsideCalls } from "#shared/accounts/wiring/outside-calls.ts";
import {
  identities,
  keys,
  signInCallbackOf as callbackOf,
  signInProviders as providers,
  signIns,
} from "#shared/accounts/wiring/sign-in.ts";
import { apiKeys, members, users } from "#shared/accounts/wiring/stores.ts";
import type { Run } from "#shared/api/http/endpoint.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { sessionCookie } from "#shared/api/http/authenticate.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { providers, signIns, identities, members, users, apiKeys, keys, clock, ids, log, callbackOf };

/** Signs in under the audit log's word for what it is. Nobody's account is known yet: all sign-ins have one share of calls to foreign servers. */
const finish: Run<typeof operation> = async (request) => {
  const { params, query, headers, cookies } = request;
  const begun = await takeSignIn(ports, { provider: params.provider, secret: signInSecret(headers, cookies), query });
  const action = begun.invitation === undefined ? operation : { ...operation, audited: "member.joined" as const };
  const run = audited<typeof operation>(action, async ({ concerns }) =>
    signedInAnswer(sessionCookie(headers, await finishSignIn(ports, begun, concerns), SESSION_SECONDS)),
  );
  return waitingOutside<typeof operation>(outsideCalls, () => run(request))({ ...request, userId: "sign-ins" });
};

/** GET /console/sign-in/{provider}/callback. */
export const handler = endpoint(operation, (request) => finish(request).catch((error: unknown) => problemAnswer(problemOf(error))));
