import type { RateLimits, TokenBucket } from "../auth/ports.ts";
import { tooManyRequests } from "../errors.ts";

/** How much scarcer operations that open connections to servers of the client's choice are than others. */
const SCARCER = 20;

/** Takes from the account's bucket for connection tests and DNS checks; throws 429 with the seconds to wait (S20). */
export const limitProbes = async (
  ports: { readonly rateLimits: RateLimits; readonly accountBucket: () => TokenBucket },
  userId: string,
): Promise<void> => {
  const { burst, perSecond } = ports.accountBucket();
  const wait = await ports.rateLimits.take(`probes:${userId}`, { burst, perSecond: perSecond / SCARCER });
  if (wait > 0) throw tooManyRequests(wait);
};
