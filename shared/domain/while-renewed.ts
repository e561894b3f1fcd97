import type { Log } from "./ports.ts";

/** A lease is renewed so often while it holds: two renewals may be lost. */
const RENEWALS_PER_LEASE = 3;

/**
 * Works with a lease of so many ms renewed by a timer, through the longest wait for a server. A worker that is frozen or dead renews nothing:
 * its lease ends, another takes over, and its token writes nothing any more (G6).
 */
export const whileRenewed = async <R>(log: Log, leaseMs: number, renew: () => Promise<void>, work: () => Promise<R>): Promise<R> => {
  const tryRenewing = () => void renew().catch((error: unknown) => log.warn("a lease could not be renewed", { error }));
  const timer = setInterval(tryRenewing, leaseMs / RENEWALS_PER_LEASE);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
