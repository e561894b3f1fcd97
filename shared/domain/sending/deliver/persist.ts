import type { Clock, Log } from "../../ports.ts";

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Repeats a write until it succeeds or the worker's time ends; then returns undefined, and the sweeper takes over when the lease expires. Never
 * throws.
 */
export const persist = async <R>(
  { clock, log, pause }: { readonly clock: Clock; readonly log: Log; readonly pause: (ms: number) => Promise<void> },
  write: () => Promise<R>,
  endAt: number,
): Promise<R | undefined> => {
  const startedAt = clock.now().getTime();
  let waited = 0;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      // The time of a test world stands while its worker waits.
      if (Math.max(clock.now().getTime(), startedAt + waited) + wait >= endAt) {
        log.error("a result could not be written", { error });
        return undefined;
      }
    }
    await pause(wait);
    waited += wait;
  }
};
