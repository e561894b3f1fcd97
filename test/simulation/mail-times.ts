import { MAILS_A_DAY } from "#infra/disk.ts";

const DAY_MS = 24 * 3_600_000;
/** Of a day's mails, in its eight hours. */
const PEAK_SHARE = 0.8;

/** The moments at which a mailbox's mails come, ms since midnight, one after the other. */
export const mailTimes = (random: () => number, areUnequal: boolean) => {
  // An exponential distribution: half of the mailboxes get less than seven tenths of the mean.
  const aDay = areUnequal ? -Math.log(1 - random()) * MAILS_A_DAY : MAILS_A_DAY;
  const rateAt = (ms: number): number => {
    const hour = (ms % DAY_MS) / 3_600_000;
    if (!areUnequal) return 1;
    return hour >= 8 && hour < 16 ? PEAK_SHARE * 3 : (1 - PEAK_SHARE) * 1.5;
  };
  const most = areUnequal ? PEAK_SHARE * 3 : 1;
  return (afterMs: number): number => {
    let at = afterMs;
    // Thinning: moments at the highest rate, kept in proportion to the rate of then.
    do at += (-Math.log(1 - random()) * DAY_MS) / (aDay * most);
    while (random() >= rateAt(at) / most);
    return at;
  };
};
