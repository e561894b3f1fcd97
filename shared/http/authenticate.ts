import { type Scope, scopes } from "../contract/operation.ts";
import { apiKeyPattern, hashApiKey } from "../domain/auth/api-key.ts";
import type { KeyInUse } from "../domain/auth/ports.ts";
import { insufficientScope, tooManyRequests, unauthorized } from "../domain/errors.ts";
import type { Gate } from "./gate.ts";
import type { Limited } from "./rate-headers.ts";

/** How long a key is believed without asking the database, so how late a revocation may be noticed (S10). */
const BELIEVE_MS = 20_000;
/** The most keys one environment remembers. */
const REMEMBERED = 1_000;
/** How exact `last_used_at` is. */
const TOUCH_MS = 60_000;

interface Known extends KeyInUse {
  readonly until: number;
  touchedAt: number;
}

/** Turns the X-API-Key header into the key and its account: 401 for any key that is not live, 403 without the scope, 429 when the account asks too often; `note` is told what is left. */
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
    };
    known.set(hash, entry);
    return entry;
  };

  return async (header: string | undefined, scope: Scope, note: (limited: Limited) => void = () => {}): Promise<KeyInUse> => {
    if (header === undefined || !apiKeyPattern.test(header)) throw unauthorized();
    const now = gate.clock.now().getTime();
    const key = await lookUp(hashApiKey(header), now);
    const stale = now - key.touchedAt > TOUCH_MS;
    if (stale) key.touchedAt = now;
    const bucket = gate.accountBucket();
    const [taken] = await Promise.all([
      gate.rateLimits.take(`account:${key.userId}`, bucket),
      stale ? gate.apiKeys.touch(key.id, new Date(now)) : undefined,
    ]);
    note({ name: "account", bucket, taken });
    if (taken.wait > 0) throw tooManyRequests(taken.wait);
    if (!key.scopes.includes(scope)) throw insufficientScope(scope);
    return key;
  };
};
