/** The default interval of a mailbox's polls, minutes; a pull that failed is tried again after as long. */
export const POLL_MINUTES = 2;
/** How often mailboxes whose turn comes are queued, in minutes: the shortest interval. */
export const ROUND_MINUTES = 1;
/** A poll so little before a mailbox's turn was that turn's, ms: clocks differ. */
const EARLY_MS = 2_000;

/** A mailbox's phase in its interval, in [0, 1): a hash of its id (FNV-1a, mixed as MurmurHash3 ends), so that phases are spread evenly. */
export const phaseOf = (id: string): number => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
};

/**
 * A mailbox's first turn after a moment, ms since the epoch. Turns are an interval apart and never move: late polls do not add up, and mailboxes
 * that were connected, or came back, together are asked apart.
 */
export const nextTurnMs = (id: string, afterMs: number, intervalMs: number): number => {
  const phase = phaseOf(id) * intervalMs;
  return Math.ceil((afterMs + EARLY_MS - phase) / intervalMs) * intervalMs + phase;
};

/** How many mailboxes one message of the probe queue names at most: fifty logins cost half a second of one CPU, and Lambda waits for them once. */
export const MAILBOXES_PER_PROBE = 50;
