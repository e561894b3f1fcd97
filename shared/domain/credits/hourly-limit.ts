import type { Wallet } from "./ports.ts";

const HOUR_MS = 3_600_000;

/** How many emails were accepted in the clock hour of `now`. */
export const acceptedThisHour = ({ hourly }: Pick<Wallet, "hourly">, now: Date): number =>
  hourly && Math.floor(hourly.since.getTime() / HOUR_MS) === Math.floor(now.getTime() / HOUR_MS) ? hourly.accepted : 0;

/** How many more emails may be accepted in the clock hour of `now`; Infinity without a limit. */
export const roomThisHour = (wallet: Pick<Wallet, "hourly" | "hourlyLimit">, now: Date): number =>
  Math.max(0, (wallet.hourlyLimit ?? Infinity) - acceptedThisHour(wallet, now));

/** The seconds until the next clock hour. */
export const secondsToNextHour = (now: Date): number => Math.ceil((HOUR_MS - (now.getTime() % HOUR_MS)) / 1000);
