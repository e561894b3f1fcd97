import type { DeliverPorts } from "./deliver-ports.ts";
import type { Claim } from "../ports.ts";

/** A lease is renewed so often while it holds: two renewals may be lost. */
const RENEWALS_PER_LEASE = 3;

/**
 * Works with the claim's lease renewed by a timer, through the longest wait for a server's reply. A worker that is frozen or dead renews nothing:
 * its lease ends, and its token writes nothing any more (G6).
 */
export const whileLeased = async <R>(
  { deliveries, log }: Pick<DeliverPorts, "deliveries" | "log">,
  claim: Claim,
  work: () => Promise<R>,
): Promise<R> => {
  const sends = claim.drafts.map(({ send }) => send);
  const renew = () =>
    void deliveries.renew(claim.token, sends).catch((error: unknown) => log.warn("a lease could not be renewed", { error }));
  const timer = sends.length > 0 ? setInterval(renew, claim.leaseMs / RENEWALS_PER_LEASE) : undefined;
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
};
