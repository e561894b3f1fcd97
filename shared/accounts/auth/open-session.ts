import type { Concerned } from "../audit-log.ts";
import { insufficientScope, tooManyRequests, unauthorized } from "#shared/platform/errors.ts";
import type { Clock, Ids, Log } from "#shared/platform/ports.ts";
import { apiKeyPattern, generateSessionToken, hashApiKey, hasExpired, lastFour } from "./api-key.ts";
import { checkLogin, isMember, KEYS_PER_ACCOUNT, type LoginAttempt, tokenWindow } from "./log-in.ts";
import type { ApiKey, ApiKeys, KeyOrigin, Logins, Users } from "./ports.ts";
import type { RateLimits } from "./request-ports.ts";
import { type Member, rightsOf } from "../member.ts";

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
