import { REPLIES_PER_HOUR, type RefusedHour, type Refusals } from "#shared/sending/ports/claims.ts";

const HOUR_MS = 3_600_000;

/** Temporary refusals in memory. */
export const memoryRefusals = (): Refusals => {
  const hours = new Map<string, RefusedHour>();
  return {
    note: async (mailboxId, at, replies) => {
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      const key = `${mailboxId} ${hour.getTime()}`;
      const before = hours.get(key) ?? { hour, count: 0, replies: [] };
      const all = [...new Set([...before.replies, ...replies])].slice(0, REPLIES_PER_HOUR);
      hours.set(key, { hour, count: before.count + replies.length, replies: all });
    },
    since: async (mailboxId, at) =>
      [...hours]
        .filter(([key, { hour }]) => key.startsWith(`${mailboxId} `) && hour >= at)
        .map(([, found]) => found)
        .toSorted((a, b) => a.hour.getTime() - b.hour.getTime()),
  };
};
