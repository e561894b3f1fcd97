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
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      return await write();
    } catch (error) {
      if (clock.now().getTime() + wait >= endAt) {
        log.error("a result could not be written", { error });
        return undefined;
      }
    }
    await pause(wait);
  }
};
