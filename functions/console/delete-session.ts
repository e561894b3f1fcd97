import { deleteSession as operation } from "#shared/contract/console.ts";
import { sessionCookie } from "#shared/http/session-cookie.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { apiKeys } from "#shared/runtime/ports/access.ts";

/** DELETE /console/session: a key that is sent instead of the cookie stays valid. */
export const handler = endpoint(operation, async ({ key, headers }) => {
  if (key.expiresAt) await apiKeys.delete(key.userId, key.id);
  return { status: 204, headers: { "set-cookie": sessionCookie(headers, "", 0) }, body: "" };
});
