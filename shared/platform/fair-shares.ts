import type { Log } from "./ports.ts";

/** How often a lease is renewed during its time: two renewals may be lost. */
const RENEWALS_PER_LEASE = 3;

/**
 * Runs work while a timer renews its lease of `leaseMs`, through the longest wait for a server. A worker that is frozen or dead renews nothing: its
 * lease expires, another worker takes over, and the old token can no longer write (G6 in shared/README.md).
 */
export const whileRenewed = async <R>(log: Log, leaseMs: number, renew: () => Promise<void>, work: () => Promise<R>): Promise<R> => {
  let renewing = false;
  const tryRenewing = async () => {
    // A second renewal beside a waiting one would only occupy another connection.
    if (renewing) return;
    renewing = true;
    await renew().catch((error: unknown) => log.warn("a lease could not be renewed", { error }));
    renewing = false;
  };
  const timer = setInterval(() => void tryRenewing(), leaseMs / RENEWALS_PER_LEASE);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};

/** The pools that accounts share: workers of a queue, or calls that wait for foreign servers. */
export type PoolName = "send" | "sync" | "probe" | "webhooks" | "slowWebhooks" | "outside";

/**
 * The maximum that an account may hold of a pool: half of the free places and its own together, and at least one. So n busy accounts leave 1/(n + 1)
 * to the next one, whatever their servers do, and a single account gets half.
 */
export const mostOf = (free: number, own: number): number => Math.max(1, Math.floor((free + own) / 2));

/** Work that waits until its account may hold one more place; `what` describes the work for `wake`. */
export interface Waiter {
  readonly account: string;
  readonly what: string;
}

/** A place in a pool. It is freed when it is not renewed within its lease, so that a dead worker's place is freed, too. */
export interface Share {
  renew(): Promise<void>;
  /** Frees the place. Returns the first waiter that may now hold one, removed from the line, for the caller to wake. */
  free(): Promise<Waiter | undefined>;
}

/** Why there is no place: the pool is full, or the account has its share. */
type NoShare = "full" | "beyond";

/** The pools, over all processes. */
export interface Shares {
  /**
   * Takes a place for the account in a pool of `most` places, for `leaseMs`. When there is none, `what` waits in the pool's line. The line's length
   * is limited, because all work is found again in another way, too.
   */
  take(
    pool: PoolName,
    ask: { readonly account: string; readonly most: number; readonly leaseMs: number; readonly what?: string },
  ): Promise<Share | NoShare>;
}

/** How many waiters a line keeps, of an account and in all. */
export const WAITERS = { ofAccount: 100, ofAll: 1_000 } as const;

/** A worker's lease of its place, ms: no longer than those of what it works on, so that its death delays nothing further. */
const WORKER_LEASE_MS = 25_000;

/** The workers of one queue. */
export interface WorkerPool {
  readonly shares: Shares;
  readonly name: PoolName;
  /** How many messages they process at once. */
  readonly most: () => number;
  /** Wakes a worker for a waiter. */
  readonly wake: (waiter: Waiter) => Promise<void>;
  readonly log: Log;
}

/**
 * Runs an account's work within its share of the workers. Without a free place the work does not run: `what` waits in line, and a worker is woken for
 * it when a place is free.
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
    // The sweeper or the next poll also finds waiting work, and the place is freed by its lease.
    const next = await share.free().catch((error: unknown) => log.warn("a worker's place could not be given back", { pool: name, error }));
    if (next) await wake(next);
  }
};
