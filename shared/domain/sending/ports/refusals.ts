/** What a mailbox's server refused for now, in one hour. */
export interface RefusedHour {
  /** The hour's beginning, UTC. */
  readonly hour: Date;
  readonly count: number;
  /** The first different replies of the hour, at most `REPLIES_PER_HOUR`. */
  readonly replies: readonly string[];
}

/** How many different replies are kept of a mailbox's hour. */
export const REPLIES_PER_HOUR = 5;

/** The temporary refusals of mailboxes' servers, by hour; kept for a little more than a day. */
export interface Refusals {
  /** Counts refusals in the hour of `at`, each with the server's reply. */
  note(mailboxId: string, at: Date, replies: readonly string[]): Promise<void>;
  /** The hours since a time in which the mailbox's server refused something, oldest first. */
  since(mailboxId: string, at: Date): Promise<readonly RefusedHour[]>;
}
