import { acceptInvitation as operation } from "#shared/service/console/contract.ts";
import { openMemberSession, SESSION_SECONDS } from "#shared/accounts/auth/log-in.ts";
import { acceptInvitation } from "#shared/accounts/members.ts";
import { sessionCookie } from "#shared/api/http/authenticate.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { unauthorized } from "#shared/platform/errors.ts";
import { apiKeys, members, rateLimits, users } from "#shared/accounts/wiring/stores.ts";
import { clock, ids } from "#shared/platform/system.ts";

const ports = { users, members, apiKeys, rateLimits, clock, ids };

/** POST /console/invitation. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ body, sourceIp, headers, concerns }) => {
    const joined = await acceptInvitation(ports, { ...body, sourceIp }, concerns);
    const session = await openMemberSession(ports, joined);
    if (!session) throw unauthorized("You have joined, and were removed or changed meanwhile");
    concerns({ keyId: session.id });
    return { status: 204, headers: { "set-cookie": sessionCookie(headers, session.token, SESSION_SECONDS) }, body: "" };
  }),
);
