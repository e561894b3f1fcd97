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
