import { type Scope, scopes } from "../contract/operation.ts";
import { apiKeyPattern, hashApiKey } from "../domain/auth/api-key.ts";
import { insufficientScope, tooManyRequests, unauthorized } from "../domain/errors.ts";
import type { Gate } from "./gate.ts";
import type { Limited } from "./rate-headers.ts";

/** How long a key is believed without asking the database, so how late a revocation may be noticed (S10). */
const BELIEVE_MS = 20_000;
/** The most keys one environment remembers. */
const REMEMBERED = 1_000;
/** How exact `last_used_at` is. */
const TOUCH_MS = 60_000;

interface Known {
  readonly id: string;
  readonly userId: string;
  readonly scopes: readonly Scope[];
  readonly until: number;
  touchedAt: number;
  /** It asked too often when it asked last. */
  isRefused: boolean;
}

/** Whose key it is, and whether the request may go on. */
export interface Caller {
  readonly userId: string;
  /** Rejects with 429 when the account asks too often, with 403 without the scope. */
  readonly allowed: Promise<void>;
  /** False when `allowed` is to be expected to reject: nothing may begin before. */
  readonly isLikely: boolean;
}

/** Turns the X-API-Key header into the account's id: 401 for any key that is not live; `note` is told what is left of the account's limit. */
export const authenticator = (gate: Gate) => {
  const known = new Map<string, Known>();

  const lookUp = async (hash: string, now: number): Promise<Known> => {
    const cached = known.get(hash);
    if (cached && cached.until > now) return cached;
    known.delete(hash);
    const key = await gate.apiKeys.findByHash(hash);
    if (!key) throw unauthorized();
    if (known.size >= REMEMBERED) known.clear();
    const entry = {
      id: key.id,
      userId: key.userId,
      scopes: key.scopes ?? scopes,
      until: now + BELIEVE_MS,
      touchedAt: key.lastUsedAt?.getTime() ?? 0,
      isRefused: false,
    };
    known.set(hash, entry);
    return entry;
  };

  const admit = async (key: Known, scope: Scope, now: number, note: (limited: Limited) => void): Promise<void> => {
    const stale = now - key.touchedAt > TOUCH_MS;
    if (stale) key.touchedAt = now;
    const bucket = gate.accountBucket();
    const [taken] = await Promise.all([
      gate.rateLimits.take(`account:${key.userId}`, bucket),
      stale ? gate.apiKeys.touch(key.id, new Date(now)) : undefined,
    ]);
    note({ name: "account", bucket, taken });
    key.isRefused = taken.wait > 0;
    if (key.isRefused) throw tooManyRequests(taken.wait);
    if (!key.scopes.includes(scope)) throw insufficientScope(scope);
  };

  return async (header: string | undefined, scope: Scope, note: (limited: Limited) => void = () => {}): Promise<Caller> => {
    if (header === undefined || !apiKeyPattern.test(header)) throw unauthorized();
    const now = gate.clock.now().getTime();
    const key = await lookUp(hashApiKey(header), now);
    const isLikely = !key.isRefused && key.scopes.includes(scope);
    const allowed = admit(key, scope, now, note);
    // Whoever reads ahead looks at it later.
    allowed.catch(() => undefined);
    return { userId: key.userId, isLikely, allowed };
  };
};
