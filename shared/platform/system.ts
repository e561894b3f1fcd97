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

/** An id's random bits are two numbers, of 22 and 32 bits; the first id of a millisecond leaves the highest one free for those that follow it. */
const HIGH_BITS = 22;
const LOW = 2 ** 32;
let [lastMs, high, low] = [0, 0, 0];

const drawn = (bytes: number): number => Number.parseInt(ids.random(bytes), 16);

/**
 * IDs in the form of MongoDB's ObjectIDs that sort in the order in which a process makes them and tell nobody how many it makes: the seconds, then
 * ten bits of milliseconds and 54 random ones, to which ids of the same millisecond add random steps. MongoDB's own have a counter there.
 */
export const ids: Ids = {
  objectId: () => {
    const now = Date.now();
    if (now === lastMs) low += 1 + drawn(3);
    else [high, low] = [drawn(3) >> 3, drawn(4)];
    if (low >= LOW) [high, low] = [high + 1, low - LOW];
    lastMs = now;
    const seconds = Math.floor(now / 1000);
    const middle = (now - seconds * 1000) * 2 ** HIGH_BITS + high;
    return [seconds, middle, low].map((part) => part.toString(16).padStart(8, "0")).join("");
  },
  random: (bytes) => {
    if (pool.length < bytes) pool = randomBytes(Math.max(POOL_BYTES, bytes));
    const taken = pool.toString("hex", 0, bytes);
    pool = pool.subarray(bytes);
    return taken;
  },
};
