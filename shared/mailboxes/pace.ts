import { durationMs, type Window } from "#shared/platform/duration.ts";

/** The least time between two emails, an ISO 8601 duration; or two, between which one is drawn for each email. */
type MinGap = string | { readonly from: string; readonly to: string };

/** A daily limit that grows: `from` on the first day, `by` more on each later one, up to `to`. */
interface RampRequest {
  readonly from: number;
  readonly by: number;
  readonly to: number;
}

/** The same with its beginning: each of its days is 24 hours from there. */
interface Ramp extends RampRequest {
  readonly since: Date;
}

/** How a mailbox's owner spreads what it sends; absent or null: no such limit. */
export interface Pace {
  readonly minGap?: MinGap | null;
  /** Emails in any 60 minutes. */
  readonly maxHourlySends?: number | null;
  readonly ramp?: Ramp | null;
  /** The hours of the week in which it sends anything. */
  readonly workday?: Window | null;
}

/** The pace of a request, whose ramp has not begun. */
export type PaceRequest = Omit<Pace, "ramp"> & { readonly ramp?: RampRequest | null };

const names = ["minGap", "maxHourlySends", "ramp", "workday"] as const satisfies readonly (keyof Pace)[];
const DAY_MS = 24 * 3_600_000;

/** Whether a change contains a field of the pace. Such a change stops sends that were claimed under the old pace. */
export const changesPace = (changes: Pace): boolean => names.some((name) => changes[name] !== undefined);

/** A pace as it holds, without limits that were removed. */
type SetPace = { readonly [K in keyof Pace]?: NonNullable<Pace[K]> };

/** The limits that a mailbox has; undefined where it has none. */
export const paceOf = (mailbox: Pace): SetPace | undefined => {
  const set = names.flatMap((name) => (mailbox[name] ? [[name, mailbox[name]] as const] : []));
  return set.length > 0 ? Object.fromEntries(set) : undefined;
};

/** The requested pace in its stored form: an unchanged ramp keeps its start, a new one begins now. */
export const paceFrom = ({ ramp, ...others }: PaceRequest, stored: Pace | undefined, now: Date): Pace => {
  if (!ramp) return { ...others, ...(ramp === null && { ramp }) };
  const kept = stored?.ramp;
  const isSame = kept?.from === ramp.from && kept.by === ramp.by && kept.to === ramp.to;
  return { ...others, ramp: isSame ? kept : { ...ramp, since: now } };
};

/** How many emails a ramp allows in 24 hours at a moment. */
export const rampAt = ({ from, by, to, since }: Ramp, at: Date): number =>
  Math.min(to, from + by * Math.max(0, Math.floor((at.getTime() - since.getTime()) / DAY_MS)));

/** When a ramp next allows more; undefined at its end. */
export const nextStepOf = (ramp: Ramp, at: Date): Date | undefined => {
  if (rampAt(ramp, at) >= ramp.to) return undefined;
  const days = Math.max(0, Math.floor((at.getTime() - ramp.since.getTime()) / DAY_MS));
  return new Date(ramp.since.getTime() + (days + 1) * DAY_MS);
};

/** The shortest and the longest gap, ms; both 0 without one. */
export const gapBounds = (minGap: MinGap | null | undefined): readonly [number, number] => {
  const { from, to } = typeof minGap === "object" && minGap !== null ? minGap : { from: minGap ?? "", to: minGap ?? "" };
  return [durationMs(from) ?? 0, durationMs(to) ?? 0];
};
