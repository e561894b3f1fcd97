import type { Concerned } from "../audit-log.ts";
import { tooManyRequests, unauthorized, insufficientScope } from "#shared/platform/errors.ts";
import type { Clock, Ids, Log } from "#shared/platform/ports.ts";
import { generateApiKey, hashApiKey, lastFour, apiKeyPattern, generateSessionToken, hasExpired } from "./api-key.ts";
import { dummyHash, hashPassword, verifyPassword } from "./passwords.ts";
import { networkOf } from "#shared/api/http/request-limits.ts";
import type { ApiKeys, Logins, User, Users, ApiKey, KeyOrigin } from "./ports.ts";
import type { RateLimits } from "./request-ports.ts";
import { type Member, rightsOf } from "../member.ts";

/** The maximum of named keys in an account, and of keys made by logins; a further login deletes its oldest one (S7 in SECURITY.md). */
export const KEYS_PER_ACCOUNT = 100;
const perMinute = (tries: number) => ({ burst: tries, perSecond: tries / 60 });

const addressWindow = (network: string) => ({ key: `login:address:${network}`, bucket: perMinute(20) });

/** The rate limit of logins by a key: the one for an address with any email, because a key names no email. */
export const tokenWindow = (sourceIp: string) => addressWindow(networkOf(sourceIp));

/**
 * Three independent limits (S8 in SECURITY.md): one address with one email, one address with any email, one email from any address. From an address
 * from which the account has logged in before, only the first counts, so that strangers' failed logins lock no owner out.
 */
const windowsOf = (network: string, email: string, isKnown: boolean) => {
  const own = { key: `login:both:${network}:${hashApiKey(email)}`, bucket: perMinute(5) };
  if (isKnown) return [own];
  return [own, addressWindow(network), { key: `login:email:${hashApiKey(email)}`, bucket: perMinute(50) }];
};

const wrong = () => unauthorized("The email or the password is wrong");

/** Who logs in, and from where. */
export interface LoginAttempt {
  readonly email: string;
  readonly password: string;
  readonly sourceIp: string;
}

/** Whether it is a member of an account, and not its owner. */
const isMember = (person: User | Member): person is Member => "role" in person;

/**
 * Checks email and password, then calls `make` to store the key or session. `make` returns false when the account was locked or got a new password
 * meanwhile. With `members` those log in as well; an owner's email is his alone. Throws the same 401 after the same time for an unknown email as for
 * a wrong password (S8 in SECURITY.md), and 429 beyond the limits of `windowsOf`.
 */
const checkLogin = async <M extends Member = never>(
  ports: { users: Users; members?: Logins<M>; rateLimits: RateLimits; log: Log },
  attempt: LoginAttempt,
  concerns: (whom: Concerned) => void,
  make: (user: User | M) => Promise<boolean>,
): Promise<User | M> => {
  const email = attempt.email.toLowerCase();
  const [owner, member] = await Promise.all([ports.users.findByEmail(email), ports.members?.findByEmail(email)]);
  const user = owner ?? member;
  const logins: Pick<Logins<unknown>, "setPasswordHash" | "addLoginNetwork"> = owner ? ports.users : (ports.members ?? ports.users);
  concerns({ userId: owner?.id ?? member?.userId, memberId: owner ? undefined : member?.id, email: hashApiKey(email) });
  const network = networkOf(attempt.sourceIp);
  const seal = hashApiKey(`${email} ${network}`);
  const isKnown = user?.loginNetworks?.includes(seal) ?? false;
  for (const { key, bucket } of windowsOf(network, email, isKnown)) {
    const { wait } = await ports.rateLimits.take(key, bucket);
    // A refused window takes no tokens from the windows after it.
    if (wait > 0) throw tooManyRequests(wait);
  }
  const { ok, needsRehash, uncheckable } = await verifyPassword(attempt.password, user?.passwordHash ?? dummyHash);
  // An alarm counts this line.
  if (uncheckable) ports.log.error("argon2id is missing: an account cannot log in", { userId: user?.id });
  if (user?.passwordHash === undefined || !ok || owner?.lockedAt) throw wrong();
  let { passwordHash = "" } = user;
  if (needsRehash) {
    passwordHash = await hashPassword(attempt.password);
    await logins.setPasswordHash(user.id, passwordHash, user.passwordHash);
  }
  if (!(await make({ ...user, passwordHash }))) throw wrong();
  if (!isKnown) await logins.addLoginNetwork(user.id, seal);
  return user;
};

/** The result of a login: the account, and a new key that is shown only once. */
export interface LoggedIn {
  readonly user: User;
  readonly token: string;
}

/** Logs in (`checkLogin`) and makes an API key. */
export const logIn = async (
  ports: { users: Users; apiKeys: ApiKeys; rateLimits: RateLimits; clock: Clock; ids: Ids; log: Log },
  attempt: LoginAttempt,
  concerns: (whom: Concerned) => void = () => {},
): Promise<LoggedIn> => {
  const token = generateApiKey();
  const user = await checkLogin(ports, attempt, concerns, async ({ id: userId, passwordHash }) => {
    const key = { id: ports.ids.objectId(), userId, hash: hashApiKey(token), last4: lastFour(token), createdAt: ports.clock.now() };
    // When the operator locks the account or sets a new password meanwhile, this login is revoked too.
    if ((await ports.apiKeys.insert(key, KEYS_PER_ACCOUNT, { passwordHash })) === "revoked") return false;
    concerns({ keyId: key.id });
    return true;
  });
  return { user, token };
};

/** How long a session of the console lasts, seconds. */
export const SESSION_SECONDS = 12 * 3600;

interface SessionPorts {
  readonly users: Users;
  readonly members: Logins<Member>;
  readonly apiKeys: ApiKeys;
  readonly rateLimits: RateLimits;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** Stores a session: a key that expires and is accepted only from a cookie. Undefined when the key or login that opened it has been revoked. */
const store = async (
  { apiKeys, clock, ids }: Pick<SessionPorts, "apiKeys" | "clock" | "ids">,
  facts: Pick<ApiKey, "userId" | "scopes" | "openedBy" | "makesUntil" | "mode" | "bounds" | "member" | "signedIn">,
  origin: KeyOrigin,
): Promise<{ readonly id: string; readonly token: string } | undefined> => {
  const token = generateSessionToken();
  const createdAt = clock.now();
  const session = {
    ...facts,
    id: ids.objectId(),
    hash: hashApiKey(token),
    last4: lastFour(token),
    createdAt,
    expiresAt: new Date(Math.min(createdAt.getTime() + SESSION_SECONDS * 1000, facts.makesUntil?.getTime() ?? Infinity)),
  };
  return (await apiKeys.insert(session, KEYS_PER_ACCOUNT, origin)) === "stored" ? { id: session.id, token } : undefined;
};

/** Opens a session of a member, with the rights of his role; undefined when he was removed or changed meanwhile. */
export const openMemberSession = (ports: Pick<SessionPorts, "apiKeys" | "clock" | "ids">, member: Member) => {
  const { id, name, userId, revision } = member;
  return store(ports, { userId, ...rightsOf(member), member: { id, name } }, { memberRevision: revision });
};

/** Opens a console session with email and password of an owner or a member, checked as for a login; returns its token. */
export const openSession = async (ports: SessionPorts, attempt: LoginAttempt, concerns: (whom: Concerned) => void): Promise<string> => {
  let token = "";
  await checkLogin(ports, attempt, concerns, async (person) => {
    const { id: userId, passwordHash = "" } = person;
    const session = await (isMember(person)
      ? openMemberSession(ports, person)
      : store(ports, { userId, signedIn: person.name }, { passwordHash }));
    token = session?.token ?? "";
    concerns({ keyId: session?.id });
    return session !== undefined;
  });
  return token;
};

/**
 * Opens a console session with an API key: it has the key's scopes and ends with the key. Throws 401 for a wrong key and for a
 * bound one, 403 for one without `read`, and 429 after 20 attempts a minute from one address.
 */
export const openSessionByKey = async (
  ports: Omit<SessionPorts, "members">,
  { apiKey, sourceIp }: { readonly apiKey: string; readonly sourceIp: string },
  concerns: (whom: Concerned) => void,
): Promise<string> => {
  const { key: window, bucket } = tokenWindow(sourceIp);
  const { wait } = await ports.rateLimits.take(window, bucket);
  if (wait > 0) throw tooManyRequests(wait);
  const key = apiKeyPattern.test(apiKey) ? await ports.apiKeys.findByHash(hashApiKey(apiKey)) : undefined;
  if (!key || hasExpired(key, ports.clock.now())) throw unauthorized("The API key is wrong");
  // The console shows a whole account, so bound keys are refused.
  if (key.bounds) throw unauthorized("The API key is bound to a part of the account");
  const { userId, scopes, makesUntil, mode, id: openedBy, name: signedIn } = key;
  concerns({ userId });
  if (scopes && !scopes.includes("read")) throw insufficientScope("read");
  const session = await store(
    ports,
    {
      userId,
      openedBy,
      ...(scopes && { scopes }),
      ...(makesUntil && { makesUntil }),
      ...(mode && { mode }),
      ...(signedIn && { signedIn }),
    },
    { madeBy: openedBy },
  );
  if (!session) throw unauthorized("The API key is wrong");
  concerns({ keyId: session.id });
  return session.token;
};
