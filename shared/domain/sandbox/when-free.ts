import { conflict } from "../errors.ts";
import { type DrivePorts, WorldBusy } from "./drive.ts";

/** How long a request waits for a worker that settles the world, ms, and how often it looks. */
const WAIT_MS = 15_000;
const LOOK_MS = 50;

/** Repeats work on a world while another worker has it; throws `conflict` when that takes too long. */
export const whenFree = async <R>({ realNow, pause }: Pick<DrivePorts, "realNow" | "pause">, work: () => Promise<R>): Promise<R> => {
  const until = realNow().getTime() + WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorldBusy)) throw error;
      if (realNow().getTime() >= until) throw conflict("The clock is being moved", "another call is moving the clock: wait for its answer");
    }
    await pause(LOOK_MS);
  }
};
