import type { ClaimLimits } from "../ports/claims.ts";
import type { Send } from "../send.ts";

/** At most so many deliveries of one mailbox run at a time: Outlook allows three connections. */
const DELIVERIES_PER_MAILBOX = 2;
/** The window of the daily cap, ms. */
export const DAY_MS = 24 * 3_600_000;
/** The window of the provider's pace, ms. */
export const MINUTE_MS = 60_000;
/** How long a mailbox at its limit is paused at most, ms: its cap may have been raised (G1). */
const LOOK_AGAIN_MS = 300_000;

/** Room under the daily cap that the last claim left, and the cap it was counted for. */
export interface Headroom {
  readonly maxDaily?: number;
  readonly headroom?: number;
}

/** What of a send decides how many others its claim may hold. */
type DueSend = Pick<Send, "deaths" | "bodyBytes">;

/** What is known of a mailbox when a claim of it is judged; times by the store's clock. */
export interface ClaimFacts {
  readonly at: Date;
  /** The sends that are due, oldest first; the store looks at no more than the claim's size. */
  readonly due: readonly DueSend[];
  /** How many workers hold a lease in the mailbox. */
  readonly workers: number;
  /** Sends that are claimed and not counted as accepted yet. */
  readonly reserved: number;
  readonly heldUntil?: Date | undefined;
  /** Room that was remembered, where `remembersRoom` holds. */
  readonly headroom?: number | undefined;
  /** Emails accepted in the last 24 h, where the room is not remembered and the claim has a cap. */
  readonly inDay?: number | undefined;
  /** Emails accepted in the last minute, where the claim has a pace. */
  readonly inMinute?: number | undefined;
}

/** What a claim may do. */
export type ClaimVerdict =
  /** So many workers are at it already. */
  | { readonly kind: "busy" }
  /** The mailbox waits. */
  | { readonly kind: "paused"; readonly until: Date }
  /** No room in a window of so many ms: the mailbox is to be paused until `pauseEnd`. */
  | { readonly kind: "full"; readonly windowMs: number }
  /** The first `count` of what is due; `headroom` is what the cap leaves after them. */
  | { readonly kind: "take"; readonly count: number; readonly headroom: number | undefined };

/** Each crash of its worker halves the next claim of a send. After so many crashes a send is claimed alone, for 50 >> 5 is 1. */
const ALONE_AFTER_CRASHES = 5;
/** A send whose worker crashed so often is poison: three times it was alone. */
export const POISON_AFTER_CRASHES = ALONE_AFTER_CRASHES + 3;

/** The large bodies that a worker holds have no more than so many bytes together, unless one has more alone. */
const HELD_BYTES = 5_000_000;

/** The first of the sends, as many as a worker holds with their bodies. */
export const heldTogether = <S extends { readonly bodyBytes?: number | undefined }>(sends: readonly S[]): readonly S[] => {
  let bytes = 0;
  return sends.filter(({ bodyBytes = 0 }, index) => (bytes += bodyBytes) <= HELD_BYTES || index === 0);
};

/** How many of the first sends may share a claim. */
const together = (due: readonly DueSend[], size: number): number => {
  let most = Math.min(size, heldTogether(due).length);
  for (const [index, { deaths = 0 }] of due.entries()) {
    most = Math.min(most, deaths >= ALONE_AFTER_CRASHES ? 1 : Math.max(1, size >> deaths));
    if (index >= most) return Math.max(1, index);
  }
  return due.length;
};

/** True when no further worker may deliver for a mailbox where so many do. */
export const isBusy = (workers: number): boolean => workers >= DELIVERIES_PER_MAILBOX;

/** True when the remembered room covers a whole claim under the same cap: then nothing is counted anew. */
export const remembersRoom = ({ size, maxDaily }: ClaimLimits, known: Headroom): boolean =>
  known.maxDaily === maxDaily && (known.headroom ?? 0) >= size;

/** Judges a claim by the mailbox's leases, pause, daily cap and pace (G10). A claim without a cap sends nothing, so no pause concerns it. */
export const judgeClaim = ({ size, maxDaily, perMinute }: ClaimLimits, facts: ClaimFacts): ClaimVerdict => {
  if (maxDaily !== undefined && facts.heldUntil && facts.heldUntil > facts.at) return { kind: "paused", until: facts.heldUntil };
  if (isBusy(facts.workers)) return { kind: "busy" };
  const left = (max: number, counted = 0) => max - facts.reserved - counted;
  const today = maxDaily === undefined ? undefined : (facts.headroom ?? left(maxDaily, facts.inDay));
  const now = perMinute === undefined ? size : left(perMinute, facts.inMinute);
  const count = Math.max(0, Math.min(together(facts.due, size), today ?? size, now));
  if (count === 0 && facts.due.length > 0) return { kind: "full", windowMs: (today ?? 1) <= 0 ? DAY_MS : MINUTE_MS };
  return { kind: "take", count, headroom: today === undefined ? undefined : today - count };
};

/** Until when a full mailbox waits: the oldest email leaves the window, or what is under way may be refused and make room; five minutes at most. */
export const pauseEnd = ({ at, reserved }: Pick<ClaimFacts, "at" | "reserved">, windowMs: number, oldest: Date | undefined): Date => {
  const wait = reserved > 0 ? MINUTE_MS : oldest ? oldest.getTime() + windowMs - at.getTime() : LOOK_AGAIN_MS;
  return new Date(at.getTime() + Math.min(wait, LOOK_AGAIN_MS));
};
