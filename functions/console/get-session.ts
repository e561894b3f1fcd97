import { getSession as operation, sessionOut } from "#shared/service/console/contract.ts";
import { addressOf } from "#shared/accounts/member.ts";
import { unauthorized } from "#shared/platform/errors.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { members, users } from "#shared/accounts/wiring/stores.ts";

/** GET /console/session. */
export const handler = endpoint(operation, async ({ key }) => {
  const { userId, member } = key;
  const person = member ? await members.find(userId, member.id) : await users.find(userId);
  if (!person) throw unauthorized();
  return sessionOut({ ...person, email: addressOf(person) }, key);
});
