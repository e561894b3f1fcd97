import { randomBytes } from "node:crypto";
import type { Clock, Ids } from "./ports.ts";
import { workerNow } from "./world.ts";

/** The machine's clock, also in a test world; for caches and limits of the process itself. */
export const processClock: Clock = { now: () => new Date() };

/** The time for the current call: the machine's, or its test world's. */
export const clock: Clock = { now: workerNow };

/** Random bytes are drawn in blocks of this size, and each is used once: a batch of 1000 needs a Message-ID for each email. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);

/** The random bits of an id; the first id of a millisecond leaves the highest one free for those that follow it. */
const RANDOM_BITS = 54n;
const FIRST_MAX = (1n << (RANDOM_BITS - 1n)) - 1n;
let [lastMs, last] = [0, 0n];

const drawn = (bytes: number): bigint => BigInt(`0x${ids.random(bytes)}`);

/**
 * IDs in the form of MongoDB's ObjectIDs that sort in the order in which a process makes them and tell nobody how many it makes: the seconds, then
 * ten bits of milliseconds and 54 random ones, to which ids of the same millisecond add random steps. MongoDB's own have a counter there.
 */
export const ids: Ids = {
  objectId: () => {
    const now = Date.now();
    last = now === lastMs ? last + drawn(4) + 1n : drawn(7) & FIRST_MAX;
    lastMs = now;
    const seconds = Math.floor(now / 1000);
    const below = (BigInt(now - seconds * 1000) << RANDOM_BITS) | last;
    return seconds.toString(16).padStart(8, "0") + below.toString(16).padStart(16, "0");
  },
  random: (bytes) => {
    if (pool.length < bytes) pool = randomBytes(Math.max(POOL_BYTES, bytes));
    const taken = pool.toString("hex", 0, bytes);
    pool = pool.subarray(bytes);
    return taken;
  },
};
