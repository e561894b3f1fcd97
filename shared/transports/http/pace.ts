import type { ApiAccount } from "#shared/mailboxes/mailbox.ts";

const LONGEST_MS = 3_600_000;
/** As many mailboxes are remembered; the oldest are forgotten first. */
const MOST = 10_000;

/** The mailboxes that were told to slow down: how often in a row, until when they wait, and how long that was. */
const slowed = new Map<string, { readonly times: number; readonly until: number; readonly waitMs: number }>();

/**
 * How long a mailbox waits that was asked to slow down without being told for how long, ms: `baseMs`, and twice as long each time in a row, an hour at
 * most; between half and the whole of that, by `random` in [0, 1), so that the mailboxes of a project do not come back together. Calls that were
 * under way when it began do not count as another time. Known to this process alone: another one begins anew.
 */
export const growingMs = (
  { api, username }: Pick<ApiAccount, "api" | "username">,
  baseMs: number,
  now = Date.now(),
  random = Math.random(),
): number => {
  const key = `${api} ${username}`;
  const before = slowed.get(key);
  if (before && now < before.until) return before.until - now;
  const isInARow = before !== undefined && now < before.until + before.waitMs + baseMs;
  const times = isInARow ? before.times + 1 : 0;
  const waitMs = Math.round(Math.min(baseMs * 2 ** times, LONGEST_MS) * (0.5 + random / 2));
  slowed.delete(key);
  slowed.set(key, { times, until: now + waitMs, waitMs });
  const [oldest] = slowed.keys();
  if (slowed.size > MOST && oldest !== undefined) slowed.delete(oldest);
  return waitMs;
};
