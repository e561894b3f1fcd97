import type { ApiKey, ApiKeys, User, Users } from "#shared/accounts/auth/ports.ts";
import type { Idempotency, IdempotencyClaim, RateLimits } from "#shared/accounts/auth/request-ports.ts";
import { conflict } from "#shared/platform/errors.ts";

/** Accounts in memory. */
export const memoryUsers = (): Users => {
  const users = new Map<string, User>();
  return {
    insert: async (user) => {
      if ([...users.values()].some(({ email }) => email === user.email))
        throw conflict("The user exists already", `a user with the email ${user.email} exists`);
      users.set(user.id, user);
    },
    findByEmail: async (email) => [...users.values()].find((user) => user.email === email),
    find: async (id) => users.get(id),
    list: async () => [...users.values()].toSorted((a, b) => a.id.localeCompare(b.id)),
    setPasswordHash: async (id, passwordHash, instead) => {
      const user = users.get(id);
      if (user && (instead === undefined || user.passwordHash === instead)) users.set(id, { ...user, passwordHash });
    },
    addLoginNetwork: async (id, network) => {
      const user = users.get(id);
      const known = user?.loginNetworks ?? [];
      if (user && !known.includes(network)) users.set(id, { ...user, loginNetworks: [...known, network].slice(-20) });
    },
    setLocked: async (id, at) => {
      const { lockedAt: _before, ...user } = users.get(id) ?? {};
      if ("id" in user) users.set(id, { ...user, ...(at && { lockedAt: at }) });
    },
    changeSettings: async (id, settings) => {
      const user = users.get(id);
      if (user) users.set(id, { ...user, ...settings });
    },
  };
};

const newestFirst = (a: ApiKey, b: ApiKey) => b.createdAt.getTime() - a.createdAt.getTime() || b.id.localeCompare(a.id);

/** API keys in memory; `users` are looked at for what a key comes from. */
export const memoryApiKeys = (users: Pick<Users, "find"> = memoryUsers()): ApiKeys => {
  const keys = new Map<string, ApiKey>();
  const list = (userId: string) => [...keys.values()].filter((key) => key.userId === userId).toSorted(newestFirst);
  return {
    insert: async (key, most, { passwordHash, madeBy } = {}) => {
      const user = await users.find(key.userId);
      if (passwordHash !== undefined && (user?.passwordHash !== passwordHash || user.lockedAt)) return "revoked";
      if (madeBy !== undefined && (user?.lockedAt || !keys.has(madeBy))) return "revoked";
      if (key.name !== undefined && list(key.userId).filter(({ name }) => name !== undefined).length >= most) return "full";
      keys.set(key.id, key);
      for (const { id } of list(key.userId)
        .filter(({ name }) => name === undefined)
        .slice(most))
        keys.delete(id);
      return "stored";
    },
    findByHash: async (hash) => [...keys.values()].find((key) => key.hash === hash),
    list: async (userId) => list(userId),
    delete: async (userId, id) => keys.get(id)?.userId === userId && keys.delete(id),
    deleteAll: async (userId) => list(userId).filter(({ id }) => keys.delete(id)).length,
    touch: async (id, usedAt) => {
      const key = keys.get(id);
      if (key && !(key.lastUsedAt && key.lastUsedAt > usedAt)) keys.set(id, { ...key, lastUsedAt: usedAt });
    },
  };
};

/** Token buckets in memory, on the given clock (milliseconds). */
export const memoryRateLimits = (now: () => number = Date.now): RateLimits => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: async (key, { burst, perSecond }, count = 1) => {
      const bucket = buckets.get(key) ?? { tokens: burst, at: now() };
      bucket.tokens = Math.min(burst, bucket.tokens + (Math.max(0, now() - bucket.at) / 1000) * perSecond);
      bucket.at = now();
      buckets.set(key, bucket);
      if (bucket.tokens < count) return { wait: (count - bucket.tokens) / perSecond, left: bucket.tokens };
      bucket.tokens -= count;
      return { wait: 0, left: bucket.tokens };
    },
  };
};

interface Row {
  readonly bodyHash: string;
  readonly token: string;
  answer?: unknown;
}

/** Saved answers in memory; `save` is also what the memory store calls within its "transaction". */
export const memoryIdempotency = (): Idempotency => {
  const rows = new Map<string, Row>();
  const name = ({ userId, route, key }: Omit<IdempotencyClaim, "token">) => [userId, route, key].join("\n");
  const held = (claim: IdempotencyClaim) => {
    const row = rows.get(name(claim));
    return row?.token === claim.token ? row : undefined;
  };
  return {
    claim: async ({ bodyHash, formerHash, ...request }) => {
      const row = rows.get(name(request));
      if (row && row.bodyHash !== bodyHash && row.bodyHash !== formerHash) return { kind: "other_body" };
      if (row) return row.answer === undefined ? { kind: "in_flight" } : { kind: "saved", answer: row.answer };
      const token = String(Math.random());
      rows.set(name(request), { bodyHash, token });
      return { kind: "claimed", claim: { ...request, token } };
    },
    save: async (claim, answer) => {
      const row = held(claim);
      if (row) row.answer = answer;
      return row !== undefined;
    },
    release: async (claim) => {
      if (held(claim)?.answer === undefined) rows.delete(name(claim));
    },
  };
};
