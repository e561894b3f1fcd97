import { DAY_MS, MINUTE_MS } from "../deliver/judge-claim.ts";
import type { ClaimLimits } from "../ports/claims.ts";
import type { MailboxLoad } from "../ports/sends.ts";

/** What would join a mailbox's queue, and from when it may leave. */
export interface Joining {
  readonly due: readonly Date[];
  readonly from: Date;
}

/**
 * When the last of what joins would leave: each at its time, behind what is due before it, once the daily cap and the pace let it
 * (`judgeClaim`). What servers refuse, and how long they take, nobody knows. Undefined when nothing joins, or the cap lets nothing leave.
 */
export const lastDeparture = (
  { maxDaily = Infinity, perMinute = Infinity }: Pick<ClaimLimits, "maxDaily" | "perMinute">,
  { counted, waiting }: MailboxLoad,
  { due, from }: Joining,
): Date | undefined => {
  if (maxDaily < 1 || due.length === 0) return undefined;
  const left = counted.map((at) => at.getTime());
  const queue = [...waiting.map((at) => ({ at, joins: false })), ...due.map((at) => ({ at, joins: true }))];
  const roomIn = (most: number, windowMs: number) => (left.length < most ? 0 : left[left.length - most]! + windowMs);
  let last = 0;
  for (const { at, joins } of queue.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const leaves = Math.max(from.getTime(), at.getTime(), roomIn(maxDaily, DAY_MS), roomIn(perMinute, MINUTE_MS));
    left.push(leaves);
    if (joins) last = leaves;
  }
  return new Date(last);
};
