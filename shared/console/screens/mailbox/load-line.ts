import type { MailboxCapacity } from "../../../client/index.ts";

const HOUR_MS = 3_600_000;
const HOURS = 24;

type ByHour = Pick<MailboxCapacity, "sent_by_hour" | "leaves_by_hour" | "refused_by_hour">;

/** The emails that count towards a mailbox's daily limit, hour by hour: sent ones until now, expected ones from now on. */
export interface LoadLine {
  /** Beginnings of hours, seconds since 1970. */
  readonly times: readonly number[];
  readonly sent: readonly (number | null)[];
  /** All null when nothing is expected to leave. */
  readonly expected: readonly (number | null)[];
}

const countsOf = (rows: readonly { readonly hour: string; readonly count: number }[]): ReadonlyMap<number, number> =>
  new Map(rows.map(({ hour, count }) => [Date.parse(hour), count]));

const sumOf = (counts: ReadonlyMap<number, number>, isIn: (hour: number) => boolean): number =>
  [...counts].reduce((sum, [hour, count]) => (isIn(hour) ? sum + count : sum), 0);

/** The chart of a capacity: 24 hours back, and as far forward when emails are expected to leave. */
export const loadLine = (capacity: ByHour, now: Date): LoadLine => {
  const sent = countsOf(capacity.sent_by_hour);
  const leaves = countsOf(capacity.leaves_by_hour);
  const current = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
  const ahead = leaves.size === 0 ? 0 : HOURS;
  const hours = Array.from({ length: HOURS + ahead + 1 }, (_, at) => current + (at - HOURS) * HOUR_MS);
  // An email counts for 24 hours, so what left in an hour of yesterday is free again in that hour of today.
  const counts = (hour: number) => sumOf(sent, (at) => at <= hour && (hour === current || at > hour - HOURS * HOUR_MS));
  const until = (hour: number) => sumOf(sent, (at) => at <= hour);
  const expectedAt = (hour: number) => counts(hour) + sumOf(leaves, (at) => at <= hour && at > hour - HOURS * HOUR_MS);
  return {
    times: hours.map((hour) => hour / 1000),
    sent: hours.map((hour) => (hour <= current ? until(hour) : null)),
    expected: hours.map((hour) => (ahead > 0 && hour >= current ? expectedAt(hour) : null)),
  };
};

/** An hour of the table beside the chart. */
export interface HourRow {
  readonly hour: string;
  readonly sent: number;
  readonly expected: number;
  readonly refused: number;
}

/** The hours in which anything left, is expected to leave, or was refused; oldest first. */
export const hourRows = ({ sent_by_hour, leaves_by_hour, refused_by_hour }: ByHour): readonly HourRow[] => {
  const [sent, leaves, refused] = [countsOf(sent_by_hour), countsOf(leaves_by_hour), countsOf(refused_by_hour)];
  return [...new Set([...sent.keys(), ...leaves.keys(), ...refused.keys()])]
    .toSorted((a, b) => a - b)
    .map((hour) => ({
      hour: new Date(hour).toISOString(),
      sent: sent.get(hour) ?? 0,
      expected: leaves.get(hour) ?? 0,
      refused: refused.get(hour) ?? 0,
    }));
};

/** The forecast of the waiting emails, in one sentence. */
export const forecastWords = ({
  waiting,
  max_daily_sends,
  paused_for,
  is_partial,
  last_leaves_at,
}: Pick<MailboxCapacity, "waiting" | "max_daily_sends" | "paused_for" | "is_partial" | "last_leaves_at">): string => {
  if (is_partial) return "More than 20,000 emails wait or left: too many to foretell.";
  if (waiting === 0) return "Nothing waits.";
  if (max_daily_sends === 0) return "Nothing leaves while sending is paused.";
  const pauses = {
    "": "",
    daily_limit: "The daily limit is reached.",
    rate: "The server asked for a slower pace.",
    reconnect: "They wait until the mailbox is connected again, for 72 hours at most.",
    mailbox: "The server refuses the mailbox's mail: one email at a time probes it, and they wait for 72 hours at most.",
    pace: "The mailbox keeps its pace.",
    retry: "The server did not take the last email; it is tried again.",
  };
  if (last_leaves_at === undefined && paused_for === "") return "When the last of them leaves cannot be foretold.";
  return pauses[paused_for];
};
