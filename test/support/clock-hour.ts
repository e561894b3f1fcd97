import { setTimeout as pause } from "node:timers/promises";

const HOUR_MS = 3_600_000;
/** Longer than any test of one hour's count takes. */
const NEEDED_MS = 30_000;

/** Waits until the clock hour lasts long enough for a test whose emails must all be counted in it. */
export const withinOneHour = async (): Promise<void> => {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < NEEDED_MS) await pause(left + 100);
};
