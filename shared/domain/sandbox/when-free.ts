import { conflict } from "../errors.ts";
import { type DrivePorts, WorldBusy } from "./drive.ts";

/** How long a request waits for a worker that settles the world, ms, and how often it looks. */
const WAIT_MS = 15_000;
const LOOK_MS = 50;

const movedByOther = () => conflict("The clock is being moved", "another call is moving the clock: wait for its answer");

/**
 * Repeats work on a world while another worker has it. When that takes too long: throws `conflict` where another call has the world, and answers what
 * `meanwhile` does, if it is given, where the service's own job has it.
 */
export const whenFree = async <R>(
  { worlds, realNow, pause }: Pick<DrivePorts, "worlds" | "realNow" | "pause">,
  userId: string,
  work: () => Promise<R>,
  meanwhile?: () => Promise<R>,
): Promise<R> => {
  const until = realNow().getTime() + WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorldBusy)) throw error;
      if (realNow().getTime() >= until) {
        if (!meanwhile || (await worlds.holder(userId)) === "call") throw movedByOther();
        return meanwhile();
      }
    }
    await pause(LOOK_MS);
  }
};
