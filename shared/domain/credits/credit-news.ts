import type { EventType } from "../events/event.ts";

/** The balance at which an account is told that its credits run low. */
const LOW_BALANCE = 100;

/** What a charge tells the account: that the balance has come down to 100, or to nothing; both when it did so at once. */
export const creditNews = (before: number, after: number): readonly EventType[] => [
  ...(before > LOW_BALANCE && after <= LOW_BALANCE ? (["wallet.low"] as const) : []),
  ...(before > 0 && after <= 0 ? (["wallet.empty"] as const) : []),
];
