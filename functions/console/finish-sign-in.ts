import { finishSignIn as operation, problemAnswer, signedInAnswer } from "#shared/service/console/sign-in.ts";
import { SESSION_SECONDS } from "#shared/accounts/auth/open-session.ts";
import { signInSecret } from "#shared/accounts/sign-in/browser.ts";
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
import type { RawAnswer } from "#shared/api/http/answer.ts";
import type { EndpointRequest, Run } from "#shared/api/http/endpoint.ts";
import { waitingOutside } from "#shared/api/http/outside.ts";
import { sessionCookie } from "#shared/api/http/session-cookie.ts";
import { log } from "#shared/platform/log.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { providers, signIns, identities, members, users, apiKeys, keys, clock, ids, log, callbackOf };

type Operation = typeof operation;

/** Whose share of calls to foreign servers it takes, as nobody's account is known yet. */
const SIGN_INS = "sign-ins";

const finish = async (request: EndpointRequest<Operation>): Promise<RawAnswer> => {
  const { params, query, headers, cookies } = request;
  const begun = await takeSignIn(ports, { provider: params.provider, secret: signInSecret(headers, cookies), query });
  const action = begun.invitation === undefined ? operation : { ...operation, audited: "member.joined" as const };
  const run: Run<Operation> = audited<Operation>(action, async ({ concerns }) => {
    const token = await finishSignIn(ports, begun, concerns);
    return signedInAnswer(sessionCookie(headers, token, SESSION_SECONDS));
  });
  return (await waitingOutside(outsideCalls, () => run(request))({ ...request, userId: SIGN_INS })) as RawAnswer;
};

/** GET /console/sign-in/{provider}/callback. */
export const handler = endpoint(operation, (request) =>
  finish(request).catch((error: unknown) => {
    const problem = problemOf(error);
    if (problem === undefined) throw error;
    return problemAnswer(problem);
  }),
);
