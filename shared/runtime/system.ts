import { randomBytes } from "node:crypto";
import type { Clock, Ids } from "../domain/ports.ts";

/** The machine's clock. */
export const clock: Clock = { now: () => new Date() };

let counter = randomBytes(3).readUIntBE(0, 3);
const process5 = randomBytes(5).toString("hex");

/** ObjectIDs as MongoDB makes them (seconds, process, counter), and secure random bytes. */
export const ids: Ids = {
  objectId: () => {
    counter = (counter + 1) % 0x1000000;
    const seconds = Math.floor(Date.now() / 1000)
      .toString(16)
      .padStart(8, "0");
    return `${seconds}${process5}${counter.toString(16).padStart(6, "0")}`;
  },
  random: (bytes) => randomBytes(bytes).toString("hex"),
};
