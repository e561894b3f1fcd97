import { createSession as operation } from "#shared/contract/console.ts";
import { openSession, openSessionByKey, SESSION_SECONDS } from "#shared/domain/auth/open-session.ts";
import { sessionCookie } from "#shared/http/session-cookie.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { apiKeys, rateLimits } from "#shared/runtime/ports/access.ts";
import { users } from "#shared/runtime/ports/users.ts";
import { clock, ids } from "#shared/runtime/system.ts";

const ports = { users, apiKeys, rateLimits, clock, ids, log };

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
