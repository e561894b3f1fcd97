import { getSession as operation, sessionOut } from "#shared/service/console/contract.ts";
import { addressOf, colleaguesIn } from "#shared/accounts/member.ts";
import { unauthorized } from "#shared/platform/errors.ts";
import { clock } from "#shared/platform/system.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { members, users } from "#shared/accounts/wiring/stores.ts";

/** GET /console/session. */
export const handler = endpoint(operation, async ({ key }) => {
  const { userId, member, bounds, mode } = key;
  const person = member ? await members.find(userId, member.id) : await users.find(userId);
  if (!person) throw unauthorized();
  const hasOthers = mode === undefined && (member !== undefined || "hasTeam" in person);
  const colleagues = hasOthers ? colleaguesIn(await members.list(userId), bounds?.mailboxIds, clock.now()) : [];
  return sessionOut({ ...person, email: addressOf(person) }, key, colleagues);
});
