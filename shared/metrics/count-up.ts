import type { Page, Clock } from "#shared/platform/ports.ts";
import type { Counts, MetricsSpan } from "./counts.ts";
import { type CountedAcceptance, type CountedEvent, type Subject, type Tally, acceptance, dataPointsOf, tally } from "./data-points.ts";

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

type Counting = Pick<Metrics, "uncounted" | "add">;

const isSame = (a: CountedUpTo, b: CountedUpTo): boolean => a.sequence === b.sequence && a.accepted === b.accepted;

/** Whether all events and accepted sends of an account are counted; writes nothing. */
export const isCountedUp = async (metrics: Pick<Metrics, "uncounted">, userId: string): Promise<boolean> => {
  const { from, to } = await metrics.uncounted(userId);
  return isSame(from, to);
};

/** Counts the next events and accepted sends of an account, each once however many workers do it; returns up to where when there is no more. */
const countSome = async (metrics: Counting, userId: string): Promise<CountedUpTo | undefined> => {
  const { from, to, events, accepted, sends, domains, more } = await metrics.uncounted(userId);
  if (isSame(from, to)) return to;
  const points = [...events.flatMap((event) => dataPointsOf(event, sends)), ...accepted.map(acceptance)];
  const isMine = await metrics.add(userId, { from, to }, tally(points, domains));
  return isMine && !more ? to : undefined;
};

/** The most steps before an answer: with 200 events and sends each, that is what a busy account does in a minute. */
const STEPS_MAX = 20;

/** Counts what an account's metrics lack before an answer; false when more is left than an answer may wait for. */
export const countUp = async (metrics: Counting, userId: string): Promise<boolean> => {
  for (let step = 0; step < STEPS_MAX; step += 1) if (await countSome(metrics, userId)) return true;
  return false;
};

/** The dependencies of counting in the background. */
export interface CountPorts {
  readonly metrics: Counting & Pick<Metrics, "behind" | "settle">;
  readonly clock: Clock;
}

/** How long one run lasts, ms; the next begins a minute after its start. */
const WITHIN_MS = 15_000;

/** Counts what the metrics of all accounts lack, one step of each account in turn, so that none waits for a busier one; called every minute. */
export const countForgotten = async ({ metrics, clock }: CountPorts): Promise<void> => {
  const end = clock.now().getTime() + WITHIN_MS;
  let left = await metrics.behind();
  while (left.length > 0) {
    const again: string[] = [];
    for (const userId of left) {
      if (clock.now().getTime() >= end) return;
      const upTo = await countSome(metrics, userId);
      if (upTo) await metrics.settle(userId, upTo);
      else again.push(userId);
    }
    left = again;
  }
};
