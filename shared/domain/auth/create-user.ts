import { invalid } from "../errors.ts";
import type { Clock, Ids } from "../ports.ts";
import { parsePlainAddress } from "../mail/addresses.ts";
import { hashPassword } from "./passwords.ts";
import type { User, Users } from "./ports.ts";

/**
 * Creates an account. Only the operator does this, because the API has no sign-up (contract/README.md, "Accounts and keys"). Throws `invalid` or
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
