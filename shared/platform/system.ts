import { randomBytes } from "node:crypto";
import type { Clock, Ids } from "./ports.ts";
import { workerNow } from "./world.ts";

/** The machine's clock, also in a test world; for caches and limits of the process itself. */
export const processClock: Clock = { now: () => new Date() };

/** The time for the current call: the machine's, or its test world's. */
export const clock: Clock = { now: workerNow };

let counter = randomBytes(3).readUIntBE(0, 3);
const process5 = randomBytes(5).toString("hex");

/** Random bytes are drawn in blocks of this size, and each is used once: a batch of 1000 needs a Message-ID for each email. */
const POOL_BYTES = 4096;
let pool = Buffer.alloc(0);

/** ObjectIDs in MongoDB's form (seconds, process, counter), and secure random bytes. */
export const ids: Ids = {
  objectId: () => {
    counter = (counter + 1) % 0x1000000;
    const seconds = Math.floor(Date.now() / 1000)
      .toString(16)
      .padStart(8, "0");
    return `${seconds}${process5}${counter.toString(16).padStart(6, "0")}`;
  },
  random: (bytes) => {
    if (pool.length < bytes) pool = randomBytes(Math.max(POOL_BYTES, bytes));
    const taken = pool.toString("hex", 0, bytes);
    pool = pool.subarray(bytes);
    return taken;
  },
};
