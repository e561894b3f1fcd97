import { invalid } from "../errors.ts";
import type { Page } from "../ports.ts";
import { added } from "./counts.ts";
import type { Metrics, MetricsRow } from "./ports.ts";
import { type MetricsSpan, periodsIn } from "./span.ts";

/** The most rows that an answer adds up: 1,000 mailboxes for a month of days. */
const ROWS_MAX = 50_000;

/** Throws 400 where some mailboxes' metrics are parted in a way that is not counted by mailbox, or are too many to add up. */
export const assertFewMailboxes = (span: MetricsSpan): void => {
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
export const rowsOfMailboxes = async (
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
