import { createSession as operation } from "#shared/service/console/contract.ts";
import { openSession, openSessionByKey, SESSION_SECONDS } from "#shared/accounts/auth/log-in.ts";
import { sessionCookie } from "#shared/api/http/authenticate.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { apiKeys, members, rateLimits, users } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { users, members, apiKeys, rateLimits, clock, ids, log };

/** POST /console/session. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ body, sourceIp, headers, concerns }) => {
    const token =
      "api_key" in body
        ? await openSessionByKey(ports, { apiKey: body.api_key, sourceIp }, concerns)
        : await openSession(ports, { ...body, sourceIp }, concerns);
    return { status: 204, headers: { "set-cookie": sessionCookie(headers, token, SESSION_SECONDS) }, body: "" };
  }),
);
