import type { Operation } from "../operation.ts";
import { tooManyRequests, unavailable } from "#shared/platform/errors.ts";
import type { Shares } from "#shared/platform/fair-shares.ts";
import type { Run } from "./endpoint.ts";

/** A crashed call keeps its place for this long, ms: as long as an API call may last. */
const HELD_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** The limits of calls that wait for foreign servers: the maximum at once over all operations, shared among accounts. */
export interface OutsideCalls {
  readonly shares: Shares;
  readonly most: () => number;
}

/**
 * Limits calls that wait for foreign servers, each of which may last the function's whole timeout: an account holds at most its share of a maximum
 * over all such operations (platform/fair-shares.ts). Beyond it answers 429 or 503 with Retry-After, before API Gateway would refuse calls with its
 * own error.
 */
export const waitingOutside =
  <O extends Operation>({ shares, most }: OutsideCalls, run: Run<O>): Run<O> =>
  async (request) => {
    const share = await shares.take("outside", { account: request.userId, most: most(), leaseMs: HELD_MS });
    if (share === "beyond") throw tooManyRequests(RETRY_AFTER_SECONDS);
    if (share === "full") throw unavailable("Too many requests are waiting for mail servers; try again", RETRY_AFTER_SECONDS);
    try {
      return await run(request);
    } finally {
      await share.free();
    }
  };
