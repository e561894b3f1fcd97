import { added, type Counts } from "./counts.ts";
import type { DataPoint } from "./data-points.ts";
import { type Dimension, type Interval, intervals, periodOf } from "./span.ts";

const DAY_MS = 86_400_000;
/** How long after its beginning a period's rows are deleted, ms: hours live 90 days, days 3 years. */
const KEPT_MS: Readonly<Record<Interval, number>> = { hour: 90 * DAY_MS, day: 3 * 365 * DAY_MS };

/** What one row of the metrics is increased by. */
export interface Tally {
  readonly interval: Interval;
  readonly by: Dimension;
  /** The beginning of the period, in UTC. */
  readonly at: Date;
  /** The mailbox's id, the domain, the tag or the kind; "" for the whole account. */
  readonly key: string;
  readonly expiresAt: Date;
  readonly counts: Counts;
}

const keysOf = ({ mailboxId = "", kind = "", tags = [] }: DataPoint, domains: ReadonlyMap<string, string>) => {
  const one = (by: Dimension, key: string) => (key === "" ? [] : [{ by, key }]);
  return [
    { by: "all" as const, key: "" },
    ...one("mailbox", mailboxId),
    ...one("domain", domains.get(mailboxId) ?? ""),
    ...one("kind", kind),
    ...[...new Set(tags)].flatMap((tag) => one("tag", tag)),
  ];
};

/** Adds up points by row. A row that would already have been deleted when the point became known gets nothing. */
export const tally = (points: readonly DataPoint[], domains: ReadonlyMap<string, string>): readonly Tally[] => {
  const rows = new Map<string, Tally>();
  for (const point of points) {
    const { counts, knownAt } = point;
    // A server's clock may be ahead of ours.
    const moment = point.at < knownAt ? point.at : knownAt;
    for (const interval of intervals) {
      const at = periodOf(interval, moment);
      const expiresAt = new Date(at.getTime() + KEPT_MS[interval]);
      if (expiresAt <= knownAt) continue;
      for (const { by, key } of keysOf(point, domains)) {
        const id = `${interval} ${by} ${at.getTime()} ${key}`;
        rows.set(id, { interval, by, at, key, expiresAt, counts: added(rows.get(id)?.counts ?? {}, counts) });
      }
    }
  }
  return [...rows.values()];
};
