import { tooManyRequests, unauthorized } from "../errors.ts";
import type { Clock, Ids, Log } from "../ports.ts";
import { generateApiKey, hashApiKey, lastFour } from "./api-key.ts";
import { dummyHash, hashPassword, verifyPassword } from "./passwords.ts";
import { networkOf } from "./source-network.ts";
import type { ApiKeys, RateLimits, User, Users } from "./ports.ts";

/** Live keys that logins of an account may leave, the oldest go (S7); and the most named keys that it may have. */
export const KEYS_PER_ACCOUNT = 100;
const perMinute = (tries: number) => ({ burst: tries, perSecond: tries / 60 });

/**
 * Three windows, kept apart (S8): one address with one email, an address with any, an email from anywhere. Where the account has logged in from
 * the address before, the first alone counts: what strangers do elsewhere, or with other emails behind the same address, locks no owner out.
 */
const windowsOf = (network: string, email: string, isKnown: boolean) => {
  const own = { key: `login:both:${network}:${hashApiKey(email)}`, bucket: perMinute(5) };
  if (isKnown) return [own];
  return [
    own,
    { key: `login:address:${network}`, bucket: perMinute(20) },
    { key: `login:email:${hashApiKey(email)}`, bucket: perMinute(50) },
  ];
};

const wrong = () => unauthorized("The email or the password is wrong");

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
  ports: { users: Users; apiKeys: ApiKeys; rateLimits: RateLimits; clock: Clock; ids: Ids; log: Log },
  attempt: { readonly email: string; readonly password: string; readonly sourceIp: string },
): Promise<LoggedIn> => {
  const email = attempt.email.toLowerCase();
  const user = await ports.users.findByEmail(email);
  const network = networkOf(attempt.sourceIp);
  const seal = hashApiKey(`${email} ${network}`);
  const isKnown = user?.loginNetworks?.includes(seal) ?? false;
  for (const { key, bucket } of windowsOf(network, email, isKnown)) {
    const { wait } = await ports.rateLimits.take(key, bucket);
    // What one window refuses draws from no other.
    if (wait > 0) throw tooManyRequests(wait);
  }
  const { ok, needsRehash, uncheckable } = await verifyPassword(attempt.password, user?.passwordHash ?? dummyHash);
  // An alarm counts this line.
  if (uncheckable) ports.log.error("argon2id is missing: an account cannot log in", { userId: user?.id });
  if (!user || !ok || user.lockedAt) throw wrong();
  let { passwordHash } = user;
  if (needsRehash) {
    passwordHash = await hashPassword(attempt.password);
    await ports.users.setPasswordHash(user.id, passwordHash, user.passwordHash);
  }
  const token = generateApiKey();
  const key = { id: ports.ids.objectId(), userId: user.id, hash: hashApiKey(token), last4: lastFour(token), createdAt: ports.clock.now() };
  // An operator who locks the account or sets a new password meanwhile revokes this login too.
  if ((await ports.apiKeys.insert(key, KEYS_PER_ACCOUNT, { passwordHash })) === "revoked") throw wrong();
  if (!isKnown) await ports.users.addLoginNetwork(user.id, seal);
  return { user, token };
};
