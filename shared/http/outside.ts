import type { Operation } from "../contract/operation.ts";
import { tooManyRequests, unavailable } from "../domain/errors.ts";
import type { Slots } from "../domain/ports.ts";
import type { Run } from "./endpoint.ts";

/** Calls of one account that may wait for servers at once (S20). */
const MOST_OF_ACCOUNT = 10;
/** A call that died holds its slot as long as an API call may last. */
const HELD_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** What limits such calls: slots, and how many may wait at once over all operations. */
export interface OutsideCalls {
  readonly slots: Slots;
  readonly most: () => number;
}

/**
 * `run` where a call waits for servers that are not ours, which may take its whole time: so many at once over all such operations, and fewer
 * an account. Beyond these it answers 503 or 429 with Retry-After, before the platform refuses the call in words of its own.
 */
export const waitingOutside =
  <O extends Operation>({ slots, most }: OutsideCalls, run: Run<O>): Run<O> =>
  async (request) => {
    const own = await slots.take(`outside ${request.userId}`, MOST_OF_ACCOUNT, HELD_MS);
    if (!own) throw tooManyRequests(RETRY_AFTER_SECONDS);
    try {
      const slot = await slots.take("outside", most(), HELD_MS);
      if (!slot) throw unavailable("Too many calls wait for mail servers at the moment; try again", RETRY_AFTER_SECONDS);
      try {
        return await run(request);
      } finally {
        await slot.free();
      }
    } finally {
      await own.free();
    }
  };
