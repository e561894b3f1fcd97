import { getSession as operation } from "#shared/contract/console.ts";
import { unauthorized } from "#shared/domain/errors.ts";
import { sessionOut } from "#shared/mapping/console.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { users } from "#shared/runtime/ports/users.ts";

/** GET /console/session. */
export const handler = endpoint(operation, async ({ key }) => {
  const user = await users.find(key.userId);
  if (!user) throw unauthorized();
  return sessionOut(user, key);
});
