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

/** The most mailboxes in one message of the probe queue: fifty logins take half a second of CPU, and Lambda waits for their servers once. */
export const MAILBOXES_PER_PROBE = 50;
