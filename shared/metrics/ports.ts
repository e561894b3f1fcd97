import type { Page } from "#shared/platform/ports.ts";
import type { Counts, MetricsSpan } from "./counts.ts";
import type { CountedAcceptance, CountedEvent, Subject, Tally } from "./data-points.ts";

/** How far an account's feed and its accepted sends are counted, by their numbers. */
export interface CountedUpTo {
  readonly sequence: number;
  readonly accepted: number;
}

/** What one step counts: the oldest events and accepted sends that an account's metrics lack. */
export interface Uncounted {
  readonly from: CountedUpTo;
  readonly to: CountedUpTo;
  readonly events: readonly CountedEvent[];
  readonly accepted: readonly CountedAcceptance[];
  /** The sends that events refer to without their mailbox, kind and tags, by id. */
  readonly sends: ReadonlyMap<string, Subject>;
  /** The domains of mailboxes' addresses, by the mailbox's id; also of deleted mailboxes. */
  readonly domains: ReadonlyMap<string, string>;
  /** Whether there is more after `to`. */
  readonly more: boolean;
}

/** The counts of a period. */
export interface MetricsRow {
  readonly id: string;
  readonly at: Date;
  readonly key: string;
  readonly counts: Counts;
}

/** The metrics of accounts. */
export interface Metrics {
  uncounted(userId: string): Promise<Uncounted>;
  /** Adds the tallies and moves the cursor from `from` to `to`, both or neither; false when another worker has moved the cursor. */
  add(userId: string, step: Pick<Uncounted, "from" | "to">, tallies: readonly Tally[]): Promise<boolean>;
  /** Adds tallies of what no event tells. */
  count(userId: string, tallies: readonly Tally[]): Promise<void>;
  /** The accounts that may have something uncounted, longest waiting first, at most 1,000. */
  behind(): Promise<readonly string[]>;
  /** Removes the account from that list unless something has happened after `upTo`. */
  settle(userId: string, upTo: CountedUpTo): Promise<void>;
  /** The rows of a span, newest first. */
  rows(userId: string, span: MetricsSpan, page: Page): Promise<readonly MetricsRow[]>;
}
