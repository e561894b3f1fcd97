import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ClaimLimits, ClaimedDraft, Claim } from "../ports/claims.ts";
import type { Send } from "../send.ts";
import type { Pause } from "../ports/sends.ts";
import { whileRenewed } from "#shared/platform/while-renewed.ts";
import type { DeliverPorts } from "./deliver-ports.ts";

/** Sends in one claim: 16 or 17 for each of three connections. */
export const SENDS_PER_CLAIM = 50;
/** Exchange Online accepts 30 messages a minute (Microsoft, "Exchange Online limits"). */
const OUTLOOK_PER_MINUTE = 30;

/** How much of a mailbox's mail one claim may take. */
export const limitsOf = ({ type, maxDailySends }: Pick<Mailbox, "type" | "maxDailySends">): ClaimLimits => ({
  size: SENDS_PER_CLAIM,
  maxDaily: maxDailySends,
  ...(type === "outlook" && { perMinute: OUTLOOK_PER_MINUTE }),
});

/** The sends of a claim that are not begun yet; its lanes share the queue. */
export interface ClaimQueue {
  /** Takes the next send; undefined when none is left. */
  take(): ClaimedDraft | undefined;
  /** Puts back a send that was taken and not begun. */
  putBack(draft: ClaimedDraft): void;
  /** Takes all remaining sends, or those for which `isConcerned` is true. */
  takeAll(isConcerned?: (send: Send) => boolean): readonly Send[];
}

/** Makes the queue of a claim's sends, in their order. */
export const claimQueue = (drafts: readonly ClaimedDraft[]): ClaimQueue => {
  const queue = [...drafts];
  return {
    take: () => queue.shift(),
    putBack: (draft) => void queue.unshift(draft),
    takeAll: (isConcerned = () => true) => {
      const left = queue.splice(0);
      queue.push(...left.filter(({ send }) => !isConcerned(send)));
      return left.map(({ send }) => send).filter(isConcerned);
    },
  };
};

/** How many workers deliver for one mailbox at a time, at most: Outlook allows three connections. */
const DELIVERIES_PER_MAILBOX = 2;
/** The window of the daily cap, ms. */
export const DAY_MS = 24 * 3_600_000;
/** The window of the provider's pace, ms. */
export const MINUTE_MS = 60_000;
/** The longest pause of a mailbox at its limit, ms; the cap may be raised meanwhile (G1 in shared/README.md). */
const LOOK_AGAIN_MS = 300_000;

/** The room that the last claim left under the daily cap, and the cap that it was counted for. */
export interface Headroom {
  readonly maxDaily?: number;
  readonly headroom?: number;
}

/** The fields of a send that decide how many others share its claim. */
type DueSend = Pick<Send, "deaths" | "bodyBytes">;

/** The facts about a mailbox that a claim is judged by; times by the store's clock. */
export interface ClaimFacts {
  readonly at: Date;
  /** The sends that are due, oldest first; the store reads no more than the claim's size. */
  readonly due: readonly DueSend[];
  /** How many workers hold a lease in the mailbox. */
  readonly workers: number;
  /** Sends that are claimed and not yet counted as accepted. */
  readonly reserved: number;
  readonly heldUntil?: Date | undefined;
  /** The remembered room, present where `remembersRoom` holds. */
  readonly headroom?: number | undefined;
  /** Emails accepted in the last 24 h; present where no room is remembered and the claim has a cap. */
  readonly inDay?: number | undefined;
  /** Emails accepted in the last minute; present where the claim has a pace. */
  readonly inMinute?: number | undefined;
}

/** What a claim may do. */
export type ClaimVerdict =
  /** Enough workers deliver for the mailbox already. */
  | { readonly kind: "busy" }
  /** The mailbox is paused for this long. */
  | { readonly kind: "paused"; readonly forMs: number }
  /** No room in a window of this length: the mailbox is to be paused by `fullPause`. */
  | { readonly kind: "full"; readonly windowMs: number }
  /** Take the first `count` of the due sends; `headroom` is the room that the cap leaves after them. */
  | { readonly kind: "take"; readonly count: number; readonly headroom: number | undefined };

/** Each crash of its worker halves the next claim of a send. After this many crashes a send is claimed alone, because 50 >> 5 is 1. */
const ALONE_AFTER_CRASHES = 5;
/** A send whose workers crashed this often is poison; in the last three it was claimed alone. */
export const POISON_AFTER_CRASHES = ALONE_AFTER_CRASHES + 3;

/** The most bytes of large bodies that a worker holds at once, except for a single larger one. */
const HELD_BYTES = 5_000_000;

/** The first of the sends whose bodies fit in a worker's memory together. */
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

/** True when the mailbox has its full number of workers. */
export const isBusy = (workers: number): boolean => workers >= DELIVERIES_PER_MAILBOX;

/** True when the remembered room covers a whole claim under the same cap, so that nothing needs to be counted. */
export const remembersRoom = ({ size, maxDaily }: ClaimLimits, known: Headroom): boolean =>
  known.maxDaily === maxDaily && (known.headroom ?? 0) >= size;

/**
 * Judges a claim by the mailbox's leases, pause, daily cap and pace (G10 in shared/README.md). A claim without a cap sends nothing, so a pause
 * does not stop it.
 */
export const judgeClaim = ({ size, maxDaily, perMinute }: ClaimLimits, facts: ClaimFacts): ClaimVerdict => {
  if (maxDaily !== undefined && facts.heldUntil && facts.heldUntil > facts.at)
    return { kind: "paused", forMs: facts.heldUntil.getTime() - facts.at.getTime() };
  if (isBusy(facts.workers)) return { kind: "busy" };
  const left = (max: number, counted = 0) => max - facts.reserved - counted;
  const today = maxDaily === undefined ? undefined : (facts.headroom ?? left(maxDaily, facts.inDay));
  const now = perMinute === undefined ? size : left(perMinute, facts.inMinute);
  const count = Math.max(0, Math.min(together(facts.due, size), today ?? size, now));
  if (count === 0 && facts.due.length > 0) return { kind: "full", windowMs: (today ?? 1) <= 0 ? DAY_MS : MINUTE_MS };
  return { kind: "take", count, headroom: today === undefined ? undefined : today - count };
};

/**
 * The pause of a full mailbox. It ends when the oldest email leaves the window, or sooner, because claimed sends may be refused and make room;
 * after five minutes at most.
 */
export const fullPause = ({ at, reserved }: Pick<ClaimFacts, "at" | "reserved">, windowMs: number, oldest: Date | undefined): Pause => {
  const wait = reserved > 0 ? MINUTE_MS : oldest ? oldest.getTime() + windowMs - at.getTime() : LOOK_AGAIN_MS;
  return { until: new Date(at.getTime() + Math.min(wait, LOOK_AGAIN_MS)), for: windowMs === DAY_MS ? "daily_limit" : "rate" };
};

/** Runs work while renewing the claim's lease. */
export const whileLeased = <R>(
  { deliveries, log }: Pick<DeliverPorts, "deliveries" | "log">,
  { token, drafts, leaseMs }: Claim,
  work: () => Promise<R>,
): Promise<R> => {
  const sends = drafts.map(({ send }) => send);
  return sends.length > 0 ? whileRenewed(log, leaseMs, () => deliveries.renew(token, sends), work) : work();
};

/** How much worker time beyond the usual a mailbox may take in an hour, ms: the whole runs of two workers. */
export const WORKER_BUDGET_MS = 600_000;
/** How long an empty budget takes to fill, ms; it fills evenly. */
export const BUDGET_FILLS_IN_MS = 3_600_000;
