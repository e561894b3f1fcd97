import { deleteSession as operation } from "#shared/service/console/contract.ts";
import { sessionCookie } from "#shared/api/http/authenticate.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { apiKeys } from "#shared/accounts/wiring/stores.ts";

/** DELETE /console/session: a key that is sent instead of the cookie stays valid. */
export const handler = endpoint(operation, async ({ key, headers }) => {
  if (key.expiresAt) await apiKeys.delete(key.userId, key.id);
  return { status: 204, headers: { "set-cookie": sessionCookie(headers, "", 0) }, body: "" };
});
