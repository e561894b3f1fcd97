import type { Histogram } from "./histogram.ts";

/** The counters. `answered` counts a reply in the period in which the answered email left, so that the reply rate is about the same emails. */
export const counters = [
  "accepted",
  "sent",
  "failed",
  "cancelled",
  "replied",
  "answered",
  "autoReplied",
  "bouncedHard",
  "bouncedSoft",
  "complained",
  "unsubscribed",
  "received",
  "intentKnown",
  "intentUnknown",
  "interested",
  "preventedAnswered",
  "preventedBounced",
  "preventedAway",
  "preventedSuppressed",
  "preventedAsked",
  "preventedMoved",
  "preventedContacted",
] as const;

/** The times whose percentiles are shown: the time from when an email was due until it left, and the error of its forecast. */
export const times = ["timeToSend", "etaError"] as const;

export type Counter = (typeof counters)[number];
export type Time = (typeof times)[number];

/** Counts that can be added; an absent counter is 0, an absent histogram empty. */
export type Counts = { readonly [C in Counter]?: number } & { readonly [T in Time]?: Histogram };

const plus = (a: Histogram = {}, b: Histogram = {}): Histogram => {
  const sum: Record<string, number> = { ...a };
  for (const [bucket, count] of Object.entries(b)) sum[bucket] = (sum[bucket] ?? 0) + count;
  return sum;
};

/** The sum of two counts. */
export const added = (a: Counts, b: Counts): Counts => {
  const sum: Record<string, number | Histogram> = {};
  for (const name of counters) if (a[name] !== undefined || b[name] !== undefined) sum[name] = (a[name] ?? 0) + (b[name] ?? 0);
  for (const name of times) if (a[name] !== undefined || b[name] !== undefined) sum[name] = plus(a[name], b[name]);
  return sum;
};
