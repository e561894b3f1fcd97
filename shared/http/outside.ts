import type { Operation } from "../contract/operation.ts";
import { tooManyRequests, unavailable } from "../domain/errors.ts";
import type { Slots } from "../domain/ports.ts";
import type { Run } from "./endpoint.ts";

/** The most calls of one account that may wait for foreign servers at once (S20 in SECURITY.md). */
const MOST_OF_ACCOUNT = 10;
/** A crashed call keeps its slot for this long, ms: as long as an API call may last. */
const HELD_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** The limits of such calls: slots, and how many may wait at once over all operations. */
export interface OutsideCalls {
  readonly slots: Slots;
  readonly most: () => number;
}

/**
 * Limits calls that wait for foreign servers, which may take a call's whole time: a maximum over all such operations, and a smaller one for each
 * account. Beyond these it answers 503 or 429 with Retry-After, before the platform would refuse calls with its own error.
 */
export const waitingOutside =
  <O extends Operation>({ slots, most }: OutsideCalls, run: Run<O>): Run<O> =>
  async (request) => {
    const own = await slots.take(`outside ${request.userId}`, MOST_OF_ACCOUNT, HELD_MS);
    if (!own) throw tooManyRequests(RETRY_AFTER_SECONDS);
    try {
      const slot = await slots.take("outside", most(), HELD_MS);
      if (!slot) throw unavailable("Too many requests are waiting for mail servers; try again", RETRY_AFTER_SECONDS);
      try {
        return await run(request);
      } finally {
        await slot.free();
      }
    } finally {
      await own.free();
    }
  };
