import type { EventType } from "../events/event.ts";

/** The balance at which an account is told that its credits run low, unless it wants another. */
export const LOW_BALANCE = 100;

/** What a charge tells the account: that the balance has come down to `low` (0: not told), or to nothing; both when it did so at once. */
export const creditNews = (before: number, after: number, low = LOW_BALANCE): readonly EventType[] => [
  ...(low > 0 && before > low && after <= low ? (["wallet.low"] as const) : []),
  ...(before > 0 && after <= 0 ? (["wallet.empty"] as const) : []),
];
