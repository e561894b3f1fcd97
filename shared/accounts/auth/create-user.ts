import { invalid } from "#shared/platform/errors.ts";
import type { Clock, Ids } from "#shared/platform/ports.ts";
import { parsePlainAddress } from "#shared/mail/addresses.ts";
import { hashPassword } from "./passwords.ts";
import type { User, Users, ApiKeys } from "./ports.ts";

/**
 * Creates an account. Only the operator does this, because the API has no sign-up (api/README.md, "Accounts and keys"). Throws `invalid` or
 * `conflict`.
 */
export const createUser = async (
  ports: { users: Users; clock: Clock; ids: Ids },
  request: { readonly email: string; readonly name: string; readonly password: string },
): Promise<User> => {
  const address = parsePlainAddress(request.email);
  if (!address.ok) throw invalid({ field: "email", message: address.error });
  if (request.password.length < 8) throw invalid({ field: "password", message: "must have at least 8 characters" });
  const user: User = {
    id: ports.ids.objectId(),
    email: address.address.toLowerCase(),
    name: request.name,
    passwordHash: await hashPassword(request.password),
    createdAt: ports.clock.now(),
  };
  await ports.users.insert(user);
  return user;
};

/** The ports of locking an account. */
export interface LockOutPorts {
  readonly users: Pick<Users, "setLocked">;
  readonly apiKeys: Pick<ApiKeys, "deleteAll">;
}

/** Locks an account: first its logins, so that no new key can be made, then revokes every API key; returns how many. */
export const lockOut = async ({ users, apiKeys }: LockOutPorts, userId: string, at: Date): Promise<number> => {
  await users.setLocked(userId, at);
  return apiKeys.deleteAll(userId);
};
