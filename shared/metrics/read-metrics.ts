import { invalid } from "#shared/platform/errors.ts";
import type { Page, IsInMaintenance } from "#shared/platform/ports.ts";
import { added, counters, type Counts, type MetricsSpan, periodsIn, aligned, PERIODS_MAX, percentile } from "./counts.ts";
import { type Metrics, type MetricsRow, countUp, isCountedUp } from "./count-up.ts";

/** The most rows that an answer adds up: 1,000 mailboxes for a month of days. */
const ROWS_MAX = 50_000;

/** Throws 400 where some mailboxes' metrics are parted in a way that is not counted by mailbox, or are too many to add up. */
const assertFewMailboxes = (span: MetricsSpan): void => {
  const { by, mailboxIds } = span;
  if (mailboxIds === undefined) return;
  if (by !== "all" && by !== "mailbox") throw invalid({ field: "by", message: "must be mailbox or absent for a tenant or a bound key" });
  const periods = Math.floor(ROWS_MAX / Math.max(1, mailboxIds.length));
  if (periodsIn(span) > periods)
    throw invalid({ field: "from", message: `must be at most ${periods} ${span.interval}s before to, for ${mailboxIds.length} mailboxes` });
};

/** One row for each period, the sum of the mailboxes' rows, newest first. */
const summed = (rows: readonly MetricsRow[]): readonly MetricsRow[] =>
  [...Map.groupBy(rows, ({ at }) => at.getTime()).values()]
    .map(([first, ...others]) => ({ ...first!, key: "", counts: others.map(({ counts }) => counts).reduce(added, first!.counts) }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime());

/** A page of the account's rows or, where the span has mailboxes, of theirs alone. */
const rowsOfMailboxes = async (
  metrics: Pick<Metrics, "rows">,
  userId: string,
  span: MetricsSpan,
  page: Page,
): Promise<readonly MetricsRow[]> => {
  const { by, mailboxIds } = span;
  if (mailboxIds?.length === 0) return [];
  if (mailboxIds === undefined || by === "mailbox") return metrics.rows(userId, span, page);
  const { cursor, offset, limit } = page;
  const periods = summed(await metrics.rows(userId, { ...span, by: "mailbox" }, { offset: 0, limit: ROWS_MAX }));
  const behind = cursor ? periods.filter(({ at }) => at < cursor.at) : periods;
  return behind.slice(offset, offset + limit);
};

/** Counts as they are shown: each counter, and rates and percentiles where there is something to make them of. */
const shown = (counts: Counts) => {
  const { sent = 0, answered = 0, interested = 0, intentKnown = 0, timeToSend = {}, etaError = {} } = counts;
  return {
    ...(Object.fromEntries(counters.map((name) => [name, counts[name] ?? 0])) as Record<(typeof counters)[number], number>),
    replyRate: sent === 0 ? undefined : Math.min(1, answered / sent),
    positiveRate: intentKnown <= 0 ? undefined : Math.min(1, Math.max(0, interested / intentKnown)),
    timeToSendP50: percentile(timeToSend, 0.5),
    timeToSendP95: percentile(timeToSend, 0.95),
    etaErrorP50: percentile(etaError, 0.5),
    etaErrorP95: percentile(etaError, 0.95),
  };
};

interface ReadPorts {
  readonly metrics: Pick<Metrics, "uncounted" | "add" | "rows">;
  readonly isInMaintenance: IsInMaintenance;
}

/**
 * An account's metrics by period, newest first, and the sums of the whole span. What is uncounted is counted first, as far as an answer may wait; in
 * maintenance nothing is written.
 */
export const readMetrics = async ({ metrics, isInMaintenance }: ReadPorts, userId: string, asked: MetricsSpan, page: Page) => {
  const span = aligned(asked);
  assertFewMailboxes(span);
  const caughtUp = await ((await isInMaintenance()) ? isCountedUp : countUp)(metrics, userId);
  const [rows, whole] = await Promise.all([
    rowsOfMailboxes(metrics, userId, span, page),
    rowsOfMailboxes(metrics, userId, { ...span, by: "all" }, { limit: PERIODS_MAX + 1, offset: 0 }),
  ]);
  return {
    interval: span.interval,
    from: span.from,
    to: span.to,
    caughtUp,
    metrics: rows.map(({ counts, ...row }) => ({ ...row, ...shown(counts) })),
    totals: shown(whole.map(({ counts }) => counts).reduce(added, {})),
  };
};
