import type { Log } from "./ports.ts";
import { whileRenewed } from "./while-renewed.ts";

/** What all accounts share: workers of a queue, or calls that wait for foreign servers. */
export type PoolName = "send" | "sync" | "probe" | "webhooks" | "slowWebhooks" | "outside";

/**
 * The rule for everything shared: an account holds at most half of what is free or its own, and one in any case. So n busy accounts leave 1/(n + 1)
 * for the next one, whatever their servers do; a lone account gets half.
 */
export const mostOf = (free: number, own: number): number => Math.max(1, Math.floor((free + own) / 2));

/** Work that waits until its account may hold more; `what` is the text with which it came. */
export interface Waiter {
  readonly account: string;
  readonly what: string;
}

/** One of a pool's places. It frees itself when it is not renewed for a lease, so a dead worker's does too. */
export interface Share {
  renew(): Promise<void>;
  /** Gives it back. Hands on the first waiter that may hold one now, which then waits no longer. */
  free(): Promise<Waiter | undefined>;
}

/** No place: the pool is full, or the account has its share. */
export type NoShare = "full" | "beyond";

/** The pools, over all processes. */
export interface Shares {
  /**
   * A place for the account among the `most` of a pool, for `leaseMs`. Where there is none, `what` waits in the pool's line; some waiters at most are
   * kept, because every work has another way to be found again.
   */
  take(
    pool: PoolName,
    ask: { readonly account: string; readonly most: number; readonly leaseMs: number; readonly what?: string },
  ): Promise<Share | NoShare>;
}

/** How many waiters of an account, and of all, a line keeps. */
export const WAITERS = { ofAccount: 100, ofAll: 1_000 } as const;

/** A worker's lease of its place, ms: no longer than those of what it works on, so that its death delays nothing further. */
const WORKER_LEASE_MS = 25_000;

/** The workers of one queue. */
export interface WorkerPool {
  readonly shares: Shares;
  readonly name: PoolName;
  /** How many messages they work on at once. */
  readonly most: () => number;
  /** Wakes a worker for what waited. */
  readonly wake: (waiter: Waiter) => Promise<void>;
  readonly log: Log;
}

/**
 * Does an account's work within its share of the workers; where it has none left, `what` waits in line, and is woken when a place is free. Work without
 * it ends.
 */
export const withinShare = async (
  { shares, name, most, wake, log }: WorkerPool,
  { account, what }: { readonly account: string; readonly what?: string },
  work: () => Promise<void>,
): Promise<void> => {
  const share = await shares.take(name, { account, ...(what !== undefined && { what }), most: most(), leaseMs: WORKER_LEASE_MS });
  if (typeof share === "string") return log.info("an account has its share of the workers", { pool: name, userId: account });
  try {
    await whileRenewed(log, WORKER_LEASE_MS, () => share.renew(), work);
  } finally {
    // What waits is found by the sweeper or the next poll, too, and the place frees itself.
    const next = await share.free().catch((error: unknown) => log.warn("a worker's place could not be given back", { pool: name, error }));
    if (next) await wake(next);
  }
};
