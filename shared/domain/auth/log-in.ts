import { tooManyRequests, unauthorized } from "../errors.ts";
import type { Clock, Ids } from "../ports.ts";
import { generateApiKey, hashApiKey, lastFour } from "./api-key.ts";
import { dummyHash, hashPassword, verifyPassword } from "./passwords.ts";
import type { ApiKeys, RateLimits, User, Users } from "./ports.ts";

/** Live keys an account may have: every login adds one, the oldest go (S7). */
const KEYS_PER_ACCOUNT = 100;
/** Five a minute per address and email (contract/README.md, "Ground rules"). */
const LOGIN_BUCKET = { burst: 5, perSecond: 5 / 60 };

/** What a login yields: the account, and a fresh key that is shown this once. */
export interface LoggedIn {
  readonly user: User;
  readonly token: string;
}

/**
 * Checks email and password and makes an API key. An unknown email costs the same hash and gives the same 401 as a wrong password
 * (S8); 429 after five tries a minute from one address with one email.
 */
export const logIn = async (
  ports: { users: Users; apiKeys: ApiKeys; rateLimits: RateLimits; clock: Clock; ids: Ids },
  attempt: { readonly email: string; readonly password: string; readonly sourceIp: string },
): Promise<LoggedIn> => {
  const email = attempt.email.toLowerCase();
  const wait = await ports.rateLimits.take(`login:${attempt.sourceIp}:${hashApiKey(email)}`, LOGIN_BUCKET);
  if (wait > 0) throw tooManyRequests(wait);
  const user = await ports.users.findByEmail(email);
  const { ok, needsRehash } = await verifyPassword(attempt.password, user?.passwordHash ?? dummyHash);
  if (!user || !ok) throw unauthorized("The email or the password is wrong");
  if (needsRehash) await ports.users.setPasswordHash(user.id, await hashPassword(attempt.password));
  const token = generateApiKey();
  const key = { id: ports.ids.objectId(), userId: user.id, hash: hashApiKey(token), last4: lastFour(token), createdAt: ports.clock.now() };
  await ports.apiKeys.insert(key, KEYS_PER_ACCOUNT);
  return { user, token };
};
