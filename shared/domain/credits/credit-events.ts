import type { EventType } from "../events/event.ts";

/** The balance at which `wallet.low` is published, unless the account sets another. */
export const LOW_BALANCE = 100;

/** The events of a charge: the balance fell to `low` (0: never reported), or to zero; both when one charge did both. */
export const creditEvents = (before: number, after: number, low = LOW_BALANCE): readonly EventType[] => [
  ...(low > 0 && before > low && after <= low ? (["wallet.low"] as const) : []),
  ...(before > 0 && after <= 0 ? (["wallet.empty"] as const) : []),
];
