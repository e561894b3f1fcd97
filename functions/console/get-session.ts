import { getSession as operation, sessionOut } from "#shared/service/console/contract.ts";
import { unauthorized } from "#shared/platform/errors.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { users } from "#shared/accounts/wiring/stores.ts";

/** GET /console/session. */
export const handler = endpoint(operation, async ({ key }) => {
  const user = await users.find(key.userId);
  if (!user) throw unauthorized();
  return sessionOut(user, key);
});
