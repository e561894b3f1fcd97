import { AsyncLocalStorage } from "node:async_hooks";

/** The number of records, and their size as BSON, bytes. */
export interface Stored {
  readonly rows: number;
  readonly bytes: number;
}

/** An account's test world: its own records and its own time, apart from live mail (sandbox/README.md). */
export interface World {
  readonly userId: string;
  readonly now: () => Date;
  /** True for the worker that settles the world, which needs no wake-ups. */
  readonly isDriven?: boolean;
  /** Whether the time for settling is over, so that no further email is started. */
  readonly isOver?: () => boolean;
  /** What the world held when the call began; absent when that was never counted. */
  readonly stored?: Stored;
  /** What the call has stored so far; the stores add to it. */
  readonly added?: { rows: number; bytes: number };
}

const worlds = new AsyncLocalStorage<World>();

/** The test world of the current call; undefined for live mail. */
export const currentWorld = (): World | undefined => worlds.getStore();

/** Runs `work` and all that it calls in a world. `now` returns a new Date each time, so that changing one does not change the world's time. */
export const inWorld = <R>(world: World, work: () => R): R => worlds.run({ ...world, now: () => new Date(world.now()) }, work);

/** The prefix of the collections of test worlds. */
export const WORLD_PREFIX = "test.";

/** The name of an account's limit in the current call; live mail and the test world have separate ones. */
export const limitName = (name: string): string => (currentWorld() ? `test ${name}` : name);

/** The time in the current call: the machine's, or the test world's. */
export const workerNow = (): Date => currentWorld()?.now() ?? new Date();
