import { providers } from "#shared/providers/index.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { ClaimLimits, ClaimedDraft, Claim } from "../ports/claims.ts";
import type { Send } from "../send.ts";
import type { Pause } from "../ports/sends.ts";
import { gapBounds, type Pace, paceOf } from "#shared/mailboxes/pace.ts";
import { dailyAt, HOUR_MS, paceOpens, rampOpens } from "../waiting.ts";
import { whileRenewed } from "#shared/platform/fair-shares.ts";
import type { DeliverPorts } from "./deliver-ports.ts";

/** The maximum of sends in one claim: 16 or 17 for each of three connections. */
export const SENDS_PER_CLAIM = 50;
/** How much of a mailbox's mail one claim may take. */
export const limitsOf = (mailbox: Pick<Mailbox, "type" | "maxDailySends" | keyof Pace>): ClaimLimits => {
  const { perMinute } = providers[mailbox.type].limits;
  const pace = paceOf(mailbox);
  return {
    size: SENDS_PER_CLAIM,
    maxDaily: mailbox.maxDailySends,
    ...(perMinute !== undefined && { perMinute }),
    ...(pace && { pace }),
  };
};

/** Limits as they are at a moment. */
export interface LimitsNow extends ClaimLimits {
  /** Whether the ramp's limit is the smaller of the daily ones. */
  readonly isRamping: boolean;
}

/** The limits at a moment of the store's clock: the daily cap is the ramp's while that is smaller, and with a gap each email is claimed alone. */
export const limitsAt = (limits: ClaimLimits, at: Date): LimitsNow => {
  const { pace, maxDaily, size } = limits;
  if (!pace || maxDaily === undefined) return { ...limits, isRamping: false };
  const daily = dailyAt(maxDaily, pace, at);
  return { ...limits, size: hasGap(limits) ? 1 : size, maxDaily: daily, isRamping: daily < maxDaily };
};

const hasGap = ({ pace, maxDaily }: ClaimLimits): boolean => maxDaily !== undefined && gapBounds(pace?.minGap)[1] > 0;

/** The sends of a claim that have not been started; its lanes share the queue. */
export interface ClaimQueue {
  /** Takes the next send; undefined when none is left. */
  take(): ClaimedDraft | undefined;
  /** Puts back a send that was taken and not started. */
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
/** The window of the provider's rate limit, ms. */
export const MINUTE_MS = 60_000;
/** The longest pause of a mailbox at its limit, ms; the cap may be raised meanwhile (G1 in shared/README.md). */
const LOOK_AGAIN_MS = 300_000;

/** How many emails the daily cap still allowed after the last claim, and the cap at that time. */
export interface Headroom {
  readonly maxDaily?: number;
  readonly headroom?: number;
}

/** The fields of a send that decide how many others share its claim. */
type DueSend = Pick<Send, "id" | "deaths" | "bodyBytes">;

/** The facts about a mailbox by which a claim is judged; times by the store's clock. */
export interface ClaimFacts {
  readonly at: Date;
  /** The sends that are due, oldest first; the store reads no more than the claim's size. */
  readonly due: readonly DueSend[];
  /** How many workers hold a lease in the mailbox. */
  readonly workers: number;
  /** Sends that are claimed and not yet counted as accepted. */
  readonly reserved: number;
  readonly heldUntil?: Date | undefined;
  /** The remembered headroom; present when `remembersRoom` is true. */
  readonly headroom?: number | undefined;
  /** Emails accepted in the last 24 h; present when no headroom is remembered and the claim has a cap. */
  readonly inDay?: number | undefined;
  /** Emails accepted in the last minute; present when the claim has a rate limit. */
  readonly inMinute?: number | undefined;
  /** Emails accepted in the last hour; present when its owner limits them. */
  readonly inHour?: number | undefined;
  /** When the latest email left; present when its owner asks for a gap. */
  readonly lastAt?: Date | undefined;
}

/** The decision about a claim. */
export type ClaimVerdict =
  /** Enough workers deliver for the mailbox already. */
  | { readonly kind: "busy" }
  /** The mailbox is paused for this long. */
  | { readonly kind: "paused"; readonly forMs: number }
  /** The limit of a window of this length is reached; `fullPause` says how long to pause the mailbox. */
  | { readonly kind: "full"; readonly windowMs: number }
  /** Its owner's gap or workday lets nothing leave before `opens`. */
  | { readonly kind: "closed"; readonly opens: Date }
  /** Take the first `count` of the due sends; `headroom`: how many more emails the daily cap then allows. */
  | { readonly kind: "take"; readonly count: number; readonly headroom: number | undefined };

/** Each crash of its worker halves the next claim of a send. After this many crashes a send is claimed alone, because 50 >> 5 is 1. */
const ALONE_AFTER_CRASHES = 5;
/** After so many crashes of its workers a send fails as poison; it was alone in its last three claims. */
export const POISON_AFTER_CRASHES = ALONE_AFTER_CRASHES + 3;

/** The most bytes of large bodies that a worker holds at once, except for a single larger one. */
const HELD_BYTES = 5_000_000;

/** The first sends whose bodies together fit into a worker's memory. */
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

/** Whether the mailbox has its maximum of workers. */
export const isBusy = (workers: number): boolean => workers >= DELIVERIES_PER_MAILBOX;

/** Whether the remembered headroom covers a whole claim under the same cap, so that nothing needs to be counted. */
export const remembersRoom = ({ size, maxDaily }: ClaimLimits, known: Headroom): boolean =>
  known.maxDaily === maxDaily && (known.headroom ?? 0) >= size;

/**
 * Judges a claim by the mailbox's leases, pause, daily cap and rate limit (G10 in shared/README.md). A claim without a cap sends nothing, so a pause
 * does not stop it.
 */
export const judgeClaim = (limits: ClaimLimits, facts: ClaimFacts): ClaimVerdict => {
  const { size, maxDaily, perMinute, pace } = limits;
  if (maxDaily !== undefined && facts.heldUntil && facts.heldUntil > facts.at)
    return { kind: "paused", forMs: facts.heldUntil.getTime() - facts.at.getTime() };
  if (isBusy(facts.workers)) return { kind: "busy" };
  const opens = maxDaily !== undefined && pace ? closedUntil(limits, facts) : undefined;
  if (opens) return opens;
  const left = (max: number, counted = 0) => max - facts.reserved - counted;
  const today = maxDaily === undefined ? undefined : (facts.headroom ?? left(maxDaily, facts.inDay));
  const now = perMinute === undefined ? size : left(perMinute, facts.inMinute);
  const hourly = pace?.maxHourlySends ?? undefined;
  const inHour = hourly === undefined || maxDaily === undefined ? size : left(hourly, facts.inHour);
  const count = Math.max(0, Math.min(together(facts.due, size), today ?? size, now, inHour));
  if (count === 0 && facts.due.length > 0)
    return { kind: "full", windowMs: (today ?? 1) <= 0 ? DAY_MS : inHour <= 0 ? HOUR_MS : MINUTE_MS };
  return { kind: "take", count, headroom: today === undefined ? undefined : today - count };
};

/**
 * Until when gap and workday let nothing leave; undefined when they do not hold. With a gap one worker at a time delivers, and while an email is
 * claimed whose worker may have died, nobody knows when it leaves.
 */
const closedUntil = (limits: ClaimLimits, { at, due, workers, reserved, lastAt }: ClaimFacts): ClaimVerdict | undefined => {
  const { pace = {} } = limits;
  const [first] = due;
  if (!first) return undefined;
  if (hasGap(limits) && workers > 0) return { kind: "busy" };
  if (hasGap(limits) && reserved > 0) return { kind: "closed", opens: new Date(at.getTime() + MINUTE_MS) };
  const opens = paceOpens(pace, first, { lastAt }, at);
  return opens > at ? { kind: "closed", opens } : undefined;
};

/** The longest pause of a mailbox for its owner's pace, ms: a queue delay reaches so far, and a change of the pace ends it at once. */
const PACE_LOOK_MS = 840_000;

/** A pause for the owner's pace; `opensAt` is when it is expected to be over. */
export interface PacePause extends Pause {
  readonly opensAt: Date;
}

/** The pause for the owner's pace until `opensAt`; a long one ends earlier, so that the pace is judged again. */
export const pacePause = (at: Date, opensAt: Date): PacePause => ({
  until: new Date(Math.min(opensAt.getTime(), at.getTime() + PACE_LOOK_MS)),
  for: "pace",
  opensAt,
});

/** The pause of a mailbox that has reached a limit of its owner's pace: the hourly one, or the ramp's daily one. */
export const pacedFull = (
  { pace = {} }: LimitsNow,
  { at, reserved }: Pick<ClaimFacts, "at" | "reserved">,
  windowMs: number,
  oldest: Date | undefined,
): PacePause => {
  if (reserved > 0) return pacePause(at, new Date(at.getTime() + MINUTE_MS));
  const leaves = (oldest?.getTime() ?? at.getTime()) + windowMs;
  return pacePause(at, new Date(windowMs === DAY_MS ? rampOpens(pace, leaves, at) : leaves));
};

/** Whether the limit for a window of this length comes from the owner's pace. */
export const isPaced = ({ isRamping }: LimitsNow, windowMs: number): boolean => windowMs === HOUR_MS || (windowMs === DAY_MS && isRamping);

/**
 * The pause of a mailbox whose limit is reached. It ends when the oldest email leaves the window; sooner while sends are claimed, because these may
 * be refused; and after five minutes at most.
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

/** How much worker time beyond the usual a mailbox may take in an hour, ms: the full duration of two workers. */
export const WORKER_BUDGET_MS = 600_000;
/** How long it takes to refill an empty budget, ms; it fills evenly. */
export const BUDGET_FILLS_IN_MS = 3_600_000;
