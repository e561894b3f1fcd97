import type { Log } from "../domain/ports.ts";

/**
 * Runs every step, whatever becomes of the others, and logs each that fails by its name: an alarm counts those lines. "swept" comes last and only
 * when all went well: another alarm rings when it stays away.
 */
export const sweepSteps = async (log: Log, steps: Readonly<Record<string, () => Promise<unknown>>>): Promise<void> => {
  let failed = 0;
  for (const [step, run] of Object.entries(steps)) {
    try {
      await run();
    } catch (error) {
      failed += 1;
      log.error("sweep step failed", { step, error });
    }
  }
  if (failed === 0) log.info("swept");
};
