import { notFound } from "#shared/platform/errors.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { paceOf } from "#shared/mailboxes/pace.ts";
import { limitsOf, DAY_MS } from "../deliver/claim.ts";
import { dailyAt, HOUR_MS } from "../waiting.ts";
import type { RefusedHour, Refusals } from "../ports/claims.ts";
import type { PauseReason, Sends } from "../ports/sends.ts";
import { forecastOf } from "./eta.ts";

/** The number of emails in one hour. */
export interface HourCount {
  /** The start of the hour, UTC. */
  readonly hour: Date;
  readonly count: number;
}

/** What a mailbox may send, has sent and has waiting. */
export interface Capacity extends NonNullable<ReturnType<typeof paceOf>> {
  readonly mailboxId: string;
  readonly maxDailySends: number;
  /** How many emails may leave in any 24 hours as of now: less under a ramp. */
  readonly maxDailyNow: number;
  /** The provider's rate limit; undefined without one. */
  readonly maxPerMinute: number | undefined;
  /** Emails that left in the last 24 hours, counted as for the daily cap. */
  readonly sentInDay: number;
  readonly sentInHour: number;
  readonly sentByHour: readonly HourCount[];
  readonly waiting: number;
  /** The waiting emails that are expected to leave in the next 24 hours, by hour. */
  readonly leavesByHour: readonly HourCount[];
  /** When the last waiting email is expected to leave; undefined when none waits, when none will leave, or when that cannot be forecast. */
  readonly lastLeavesAt: Date | undefined;
  /** True when there is more than was counted. */
  readonly isPartial: boolean;
  /** Why all of the mailbox's emails wait; undefined when they do not. */
  readonly pausedFor: PauseReason | undefined;
  readonly pausedUntil: Date | undefined;
  /** The temporary refusals of the server in the last 24 hours, by hour. */
  readonly refusedByHour: readonly RefusedHour[];
}

/** The dependencies of reading a mailbox's capacity. */
export interface CapacityPorts {
  readonly mailboxes: Pick<Mailboxes, "find">;
  readonly sends: Pick<Sends, "loads" | "pauses">;
  readonly refusals: Pick<Refusals, "since">;
  readonly clock: Clock;
}

/** The latest possible date, so that everything that waits is read. */
const FOR_EVER = new Date(8_640_000_000_000_000);

const hourOf = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;

const byHour = (times: readonly Date[]): readonly HourCount[] =>
  [...Map.groupBy(times, (at) => hourOf(at.getTime()))]
    .map(([hour, { length }]) => ({ hour: new Date(hour), count: length }))
    .toSorted((a, b) => a.hour.getTime() - b.hour.getTime());

const pauseOf = (mailbox: Mailbox, reason: PauseReason | undefined) => (mailbox.status === "disconnected" ? "reconnect" : reason);

/** What a mailbox may send, has sent and has waiting, and when the last waiting email is expected to leave. Throws 404. */
export const readCapacity = async (
  { mailboxes, sends, refusals, clock }: CapacityPorts,
  userId: string,
  mailboxId: string,
): Promise<Capacity> => {
  const mailbox = await mailboxes.find(userId, mailboxId);
  if (!mailbox) throw notFound("Mailbox");
  const now = clock.now();
  const [{ byMailbox, isCut }, pauses, refusedByHour] = await Promise.all([
    sends.loads([mailboxId], FOR_EVER),
    sends.pauses([mailboxId]),
    refusals.since(mailboxId, new Date(hourOf(now.getTime() - DAY_MS))),
  ]);
  const pause = pauses.get(mailboxId);
  const pace = paceOf(mailbox) ?? {};
  const load = byMailbox.get(mailboxId) ?? { counted: [], waiting: [] };
  const times = [...forecastOf({ mailbox, load, pause, now }).values()];
  const last = times.reduce((latest, at) => Math.max(latest, at.getTime()), 0);
  return {
    mailboxId,
    maxDailySends: mailbox.maxDailySends,
    ...pace,
    maxDailyNow: dailyAt(mailbox.maxDailySends, pace, now),
    maxPerMinute: limitsOf(mailbox).perMinute,
    sentInDay: load.counted.length,
    sentInHour: load.counted.filter((at) => at.getTime() > now.getTime() - HOUR_MS).length,
    sentByHour: byHour(load.counted),
    waiting: load.waiting.length,
    leavesByHour: isCut ? [] : byHour(times.filter((at) => at.getTime() < now.getTime() + DAY_MS)),
    lastLeavesAt: isCut || last === 0 ? undefined : new Date(last),
    isPartial: isCut,
    pausedFor: pauseOf(mailbox, pause?.for),
    pausedUntil: pause?.until,
    refusedByHour,
  };
};
