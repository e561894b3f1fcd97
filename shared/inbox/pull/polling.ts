import { POLL_SHARDS } from "#shared/mailboxes/mailbox.ts";

/** The default poll interval of a mailbox, minutes; a failed pull is repeated after the same time. */
export const POLL_MINUTES = 2;
/** How often due mailboxes are queued, minutes; this is also the shortest poll interval. */
export const ROUND_MINUTES = 1;
/** A poll this shortly before a mailbox's turn counts as that turn's, because clocks differ, ms. */
const EARLY_MS = 2_000;

/** A mailbox's phase in its interval, in [0, 1): a hash of its id (FNV-1a with MurmurHash3's final mix), so that phases are evenly spread. */
export const phaseOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/**
 * A mailbox's first turn after a time, ms since the epoch. Turns are an interval apart and never move, so that late polls do not add up, and
 * mailboxes that were connected together are polled at different times.
 */
export const nextTurnMs = (id: string, afterMs: number, intervalMs: number): number => {
  const phase = phaseOf(id) * intervalMs;
  return Math.ceil((afterMs + EARLY_MS - phase) / intervalMs) * intervalMs + phase;
};

/** What a mailbox's poll interval follows from; times in minutes. */
export interface Polling {
  /** The interval that its user chose; absent for the stage's. */
  readonly intervalMinutes?: number;
  /** Up to which interval it may be polled less often while it is quiet; absent: never less often. */
  readonly maxIntervalMinutes?: number;
  /** When new mail was last found in any of its folders, or sync was switched on. */
  readonly activeAt?: Date;
  /** Until when its provider's hints are relied on: they told of its mail within the day before, and the watch lasts. */
  readonly toldUntil?: Date;
}

/** The poll interval of a mailbox with push notifications, minutes. Polls continue, because notifications may be lost. */
export const PUSHED_POLL_MINUTES = 10;

/**
 * A quiet mailbox is polled after this part of the time for which it has been quiet, as an HTTP cache asks for what was unchanged for long (RFC 9111,
 * 4.2.2: typically 10 %).
 */
const PART_OF_QUIET = 0.1;
const MINUTE_MS = 60_000;

/**
 * A mailbox's interval after a poll, ms. It doubles while the mailbox is quiet, so that its turns stay where they are for a time: at two minutes it
 * is four after 40 minutes without new mail, eight after 80.
 */
export const intervalMs = (
  { intervalMinutes, maxIntervalMinutes = 0, activeAt, toldUntil }: Polling,
  polledAtMs: number,
  pollMinutes: number,
): number => {
  const isTold = toldUntil !== undefined && toldUntil.getTime() > polledAtMs;
  const shortest = Math.max(intervalMinutes ?? pollMinutes, isTold ? PUSHED_POLL_MINUTES : 0) * MINUTE_MS;
  const longest = Math.max(shortest, maxIntervalMinutes * MINUTE_MS);
  const wished = activeAt ? (polledAtMs - activeAt.getTime()) * PART_OF_QUIET : 0;
  let interval = shortest;
  while (interval < longest && 2 * interval <= wished) interval *= 2;
  return Math.min(interval, longest);
};

/** The part of a round that one of several calls takes: every `of`-th of the mailboxes' shards from `index` on. */
export interface RoundPart {
  readonly index: number;
  readonly of: number;
}

/** The whole round. */
export const WHOLE_ROUND: RoundPart = { index: 0, of: 1 };

/** The part that a schedule's input names, the whole round when it names none; throws for a part that cannot be. */
export const partIn = (input: unknown): RoundPart => {
  const { index, of } = (input ?? {}) as { readonly index?: unknown; readonly of?: unknown };
  if (index === undefined && of === undefined) return WHOLE_ROUND;
  const isWhole = (value: unknown, most: number): value is number => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= most;
  if (!isWhole(of, POLL_SHARDS) || !isWhole(index, of - 1))
    throw new Error(`the schedule's input is no part of a round: ${JSON.stringify(input)}`);
  return { index, of };
};

/**
 * The shards of a part of the round. Each minute they begin with another one, so that where every round is cut off by its time limit each mailbox
 * still has its turn. A round that is not divided reads all mailboxes together: undefined.
 */
export const shardsOf = ({ index, of }: RoundPart, nowMs: number): readonly (number | undefined)[] => {
  if (of === 1) return [undefined];
  const own = Array.from({ length: POLL_SHARDS }, (_, shard) => shard).filter((shard) => shard % of === index);
  const first = Math.floor(nowMs / MINUTE_MS) % own.length;
  return [...own.slice(first), ...own.slice(0, first)];
};

/** The most mailboxes in one message of the probe queue: fifty logins take half a second of CPU, and Lambda waits for their servers once. */
export const MAILBOXES_PER_PROBE = 50;
