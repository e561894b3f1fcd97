import { AsyncLocalStorage } from "node:async_hooks";

/** How many records are stored, and how long they are as BSON, bytes. */
export interface Stored {
  readonly rows: number;
  readonly bytes: number;
}

/** An account's test mode: records of its own with a time of their own, of which live mail knows nothing (sandbox/README.md). */
export interface World {
  readonly userId: string;
  readonly now: () => Date;
  /** True for the worker that settles it, which finds what is due by itself. */
  readonly isDriven?: boolean;
  /** Whether the time for settling it is over, so that no further email is begun. */
  readonly isOver?: () => boolean;
  /** What the world held when the call began; absent where nobody has counted it. */
  readonly stored?: Stored;
  /** What the call has stored since, which its adapters add up. */
  readonly added?: { rows: number; bytes: number };
}

const worlds = new AsyncLocalStorage<World>();

/** The world in which this call works; undefined for live mail. */
export const currentWorld = (): World | undefined => worlds.getStore();

/** Runs `work`, and all that it calls, in a world. Each call of `now` has a date of its own: whoever changes it moves no world. */
export const inWorld = <R>(world: World, work: () => R): R => worlds.run({ ...world, now: () => new Date(world.now()) }, work);

/** The name of an account's limit where this call works: live mail and the account's test world have their own. */
export const limitName = (name: string): string => (currentWorld() ? `test ${name}` : name);

/** The time where this call works: the process's, or its world's. */
export const workerNow = (): Date => currentWorld()?.now() ?? new Date();
