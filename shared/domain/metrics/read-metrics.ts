import type { IsInMaintenance } from "../maintenance.ts";
import type { Page } from "../ports.ts";
import { added, counters, type Counts } from "./counts.ts";
import { percentile } from "./histogram.ts";
import { countUp, isCountedUp } from "./count-up.ts";
import type { Metrics } from "./ports.ts";
import { aligned, type MetricsSpan, PERIODS_MAX } from "./span.ts";
import { assertFewMailboxes, rowsOfMailboxes } from "./tenant-rows.ts";

/** Counts as they are shown: each counter, and rates and percentiles where there is something to make them of. */
const shown = (counts: Counts) => {
  const { sent = 0, answered = 0, timeToSend = {}, etaError = {} } = counts;
  return {
    ...(Object.fromEntries(counters.map((name) => [name, counts[name] ?? 0])) as Record<(typeof counters)[number], number>),
    replyRate: sent === 0 ? undefined : Math.min(1, answered / sent),
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
 * An account's metrics by period, newest first, and those of the whole span; brought up to date before, as far as an answer may wait, except in
 * maintenance, when nothing is written.
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
