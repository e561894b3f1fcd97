import { setTimeout as sleep } from "node:timers/promises";

/** A running part of the local system. */
export interface Part {
  stop(): Promise<unknown> | void;
}

/** How long a stop waits for work in progress, ms. Work that is cut off continues at the next start, as after a crash. */
const GRACE_MS = 10_000;

/** The started parts, stopped in reverse order. One that fails to stop, or takes longer than the limit, does not keep the others running. */
export const createParts = (graceMs = GRACE_MS) => {
  const parts: Part[] = [];
  return {
    add: <T extends Part>(part: T): T => {
      parts.push(part);
      return part;
    },
    stop: async (): Promise<void> => {
      const late = sleep(graceMs, undefined, { ref: false });
      for (const part of parts.splice(0).toReversed()) {
        const stopped = Promise.resolve(part.stop()).catch((error: unknown) => console.error(error));
        await Promise.race([stopped, late]);
      }
    },
  };
};
