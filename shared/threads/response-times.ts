import { momentOf, weekdays, type Window, zones } from "#shared/sending/departure/wall-time.ts";
import { invalid } from "#shared/platform/errors.ts";
import type { ThreadState } from "./thread.ts";

/** A conversation's first answer, with what it is grouped by. */
export interface Response {
  readonly askedAt: Date;
  readonly answeredAt: Date;
  readonly mailboxId: string;
  readonly assignedTo: string;
  readonly labels: readonly string[];
}

/** A conversation that is not done, and since when: since somebody waits, else since its last email. */
export interface Pending {
  readonly state: Exclude<ThreadState, "done">;
  readonly since: Date;
}

/** Up to this number of first answers, the newest, and of conversations that are not done are read. */
export const RESPONSES_MAX = 10_000;

/** Which first answers are measured. */
export interface ResponseQuery {
  readonly since: Date;
  readonly before: Date;
  readonly mailboxIds?: readonly string[] | undefined;
}

/** First answers, and what is not done. */
export interface ResponseFigures {
  responses(userId: string, query: ResponseQuery): Promise<readonly Response[]>;
  pending(userId: string, mailboxIds: readonly string[] | undefined): Promise<readonly Pending[]>;
}

/** How long first answers took, seconds; median and p90 by nearest rank. */
export interface Times {
  readonly answered: number;
  readonly medianSeconds: number;
  readonly p90Seconds: number;
}

/** The number of conversations that are not done, by age. */
export interface Ages {
  readonly underHour: number;
  readonly underFourHours: number;
  readonly underDay: number;
  readonly underThreeDays: number;
  readonly older: number;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A longer wait counts as so long: each day of it costs a calculation. */
const LONGEST_DAYS = 100;

/** The day after a local date, `2026-12-01`. */
const dayAfter = (day: string, days: number): string => new Date(Date.parse(`${day}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The part of a time that lies in working hours, ms; the whole of it without hours. The clocks' changes count as they are. */
export const workingMs = (from: Date, to: Date, hours?: Window): number => {
  if (!hours) return Math.max(0, to.getTime() - from.getTime());
  const { timezone } = hours;
  const end = Math.min(to.getTime(), from.getTime() + LONGEST_DAYS * DAY_MS);
  const first = new Date(from.getTime() + zones(timezone)(from.getTime())).toISOString().slice(0, 10);
  let total = 0;
  for (let n = 0; n <= LONGEST_DAYS + 1; n += 1) {
    const day = dayAfter(first, n);
    const opens = momentOf({ local: `${day}T${hours.from}`, timezone }).getTime();
    if (opens >= end) break;
    if (!hours.days.includes(weekdays[new Date(`${day}T00:00Z`).getUTCDay()]!)) continue;
    const closes = momentOf(
      hours.to === "24:00" ? { local: `${dayAfter(day, 1)}T00:00`, timezone } : { local: `${day}T${hours.to}`, timezone },
    );
    total += Math.max(0, Math.min(end, closes.getTime()) - Math.max(from.getTime(), opens));
  }
  return total;
};

/** The value that this share of sorted numbers does not exceed (nearest rank); 0 of none. */
const rankOf = (sorted: readonly number[], share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0;

const timesOf = (ms: readonly number[]): Times => {
  const sorted = ms.toSorted((a, b) => a - b);
  const seconds = (share: number) => Math.round(rankOf(sorted, share) / 1000);
  return { answered: ms.length, medianSeconds: seconds(0.5), p90Seconds: seconds(0.9) };
};

const agesOf = (pending: readonly Pending[], now: Date): Ages => {
  const ages = pending.map(({ since }) => now.getTime() - since.getTime());
  const between = (from: number, to: number) => ages.filter((age) => age >= from && age < to).length;
  return {
    underHour: between(-Infinity, HOUR_MS),
    underFourHours: between(HOUR_MS, 4 * HOUR_MS),
    underDay: between(4 * HOUR_MS, DAY_MS),
    underThreeDays: between(DAY_MS, 3 * DAY_MS),
    older: between(3 * DAY_MS, Infinity),
  };
};

/** The longest span of a measurement, days. */
const SPAN_DAYS = 366;

/** How soon first answers came, and how old is what is not done. Throws 400 for a span that is backwards or too long. */
export const responseTimes = async (
  figures: ResponseFigures,
  userId: string,
  { hours, ...query }: ResponseQuery & { readonly hours?: Window | undefined },
  now: Date,
) => {
  const span = query.before.getTime() - query.since.getTime();
  if (span <= 0 || span > SPAN_DAYS * DAY_MS)
    throw invalid({ field: "since", message: `must lie before \`before\`, by ${SPAN_DAYS} days at most` });
  const [responses, pending] = await Promise.all([figures.responses(userId, query), figures.pending(userId, query.mailboxIds)]);
  const measured = responses.map((response) => ({ ...response, ms: workingMs(response.askedAt, response.answeredAt, hours) }));
  const by = (namesOf: (response: Response) => readonly string[]) =>
    [
      ...Map.groupBy(
        measured.flatMap((one) => namesOf(one).map((name) => ({ name, ms: one.ms }))),
        ({ name }) => name,
      ),
    ]
      .map(([name, found]) => ({ name, ...timesOf(found.map(({ ms }) => ms)) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    ...query,
    firstResponse: timesOf(measured.map(({ ms }) => ms)),
    mailboxes: by(({ mailboxId }) => [mailboxId]).map(({ name: mailboxId, ...times }) => ({ mailboxId, ...times })),
    assignees: by(({ assignedTo }) => [assignedTo]).map(({ name: assignedTo, ...times }) => ({ assignedTo, ...times })),
    labels: by(({ labels }) => labels).map(({ name: label, ...times }) => ({ label, ...times })),
    open: agesOf(
      pending.filter(({ state }) => state === "open"),
      now,
    ),
    waiting: agesOf(
      pending.filter(({ state }) => state === "waiting"),
      now,
    ),
    complete: responses.length < RESPONSES_MAX && pending.length < RESPONSES_MAX,
  };
};
