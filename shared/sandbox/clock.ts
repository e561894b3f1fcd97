import { conflict, invalid } from "#shared/platform/errors.ts";
import { type DrivePorts, WorldBusy, drive, type Driven, LEASE_MS } from "./drive.ts";
import type { EventType } from "#shared/events/event.ts";
import type { Feeds } from "#shared/events/publish.ts";
import { whileRenewed } from "#shared/platform/fair-shares.ts";
import { nowOf } from "./world-time.ts";

/** How long a request waits for a worker that settles the world, ms, and how often it looks. */
const WAIT_MS = 15_000;
const LOOK_MS = 50;

const movedByOther = () => conflict("The clock is being moved", "another call is moving the clock: wait for its answer");

/**
 * Retries `work` on a world for up to 15 s while another worker holds the world. After that it throws `conflict`; if the service's own job holds the
 * world and `meanwhile` is given, it returns the result of that instead.
 */
export const whenFree = async <R>(
  { worlds, realNow, pause }: Pick<DrivePorts, "worlds" | "realNow" | "pause">,
  userId: string,
  work: () => Promise<R>,
  meanwhile?: () => Promise<R>,
): Promise<R> => {
  const until = realNow().getTime() + WAIT_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WorldBusy)) throw error;
      if (realNow().getTime() >= until) {
        if (!meanwhile || (await worlds.holder(userId)) === "call") throw movedByOther();
        return meanwhile();
      }
    }
    await pause(LOOK_MS);
  }
};

/** How far a world may be ahead of real time, ms: later dates do not occur in mail. */
const AHEAD_MS = 10 * 366 * 86_400_000;
/** How long a call begins new work, ms: API Gateway ends it after 29 s, and posting to a slow webhook may take 15 s. */
const WITHIN_MS = 13_000;
const COUNTED_MAX = 10_000;
const PAGE = 1_000;

/** A move of the clock: by a duration, or to a time. */
export interface ClockMove {
  readonly advanceMs?: number | undefined;
  readonly to?: Date | undefined;
}

/** The result of moving the clock. */
export interface Moved extends Driven {
  readonly happened: readonly { readonly type: EventType; readonly count: number }[];
  /** The number of the last event before the move. */
  readonly eventsAfter: number;
}

/** The dependencies of moving a clock. */
export interface MovePorts extends DrivePorts {
  readonly feeds: Feeds;
}

/**
 * Moves the clock of the account's world. Throws `conflict` while another call moves it, and `invalid` for a time that is too far ahead. When the
 * service's own job holds the world for longer than a call may wait, the clock stays and `isSettled` is false.
 */
export const moveClock = async (ports: MovePorts, userId: string, { advanceMs = 0, to }: ClockMove): Promise<Moved> => {
  const { through: eventsAfter } = await ports.feeds.read(userId, { latest: true, limit: 1 });
  const latest = new Date(ports.realNow().getTime() + AHEAD_MS);
  let asked = to;
  const targetOf = (now: Date): Date => {
    const target = (asked ??= new Date(now.getTime() + advanceMs));
    if (target > latest) throw invalid({ field: to ? "to" : "advance", message: "would move the clock over ten years ahead" });
    return target > now ? target : now;
  };
  const stopAt = new Date(ports.realNow().getTime() + WITHIN_MS);
  const unmoved = async (): Promise<Driven> => {
    const now = nowOf(await ports.worlds.open(userId), ports.realNow());
    return { from: now, now, isSettled: false, next: now };
  };
  const driven = await whenFree(ports, userId, () => drive(ports, userId, targetOf, stopAt, "call"), unmoved);
  return { ...driven, eventsAfter, happened: await countsAfter(ports, userId, eventsAfter) };
};

const countsAfter = async ({ feeds }: MovePorts, userId: string, from: number): Promise<Moved["happened"]> => {
  const counts = new Map<EventType, number>();
  let after = from;
  for (let read = 0; read < COUNTED_MAX; read += PAGE) {
    const { events, through, more } = await feeds.read(userId, { after, limit: PAGE });
    for (const { type } of events) counts.set(type, (counts.get(type) ?? 0) + 1);
    after = through;
    if (!more || events.length === 0) break;
  }
  return [...counts].map(([type, count]) => ({ type, count }));
};

type ResetPorts = Pick<DrivePorts, "worlds" | "realNow" | "pause" | "log">;

/** Empties the account's world and sets its clock to real time; throws `conflict` while its clock is moved. */
export const resetWorld = (ports: ResetPorts, userId: string): Promise<void> =>
  whenFree(ports, userId, async () => {
    const lease = await ports.worlds.lease(userId, LEASE_MS, "call");
    if (!lease) throw new WorldBusy();
    try {
      await whileRenewed(
        ports.log,
        LEASE_MS,
        () => ports.worlds.renew(lease, LEASE_MS),
        () => ports.worlds.reset(userId),
      );
      await ports.worlds.set(lease, { offsetMs: 0 }, LEASE_MS);
      await ports.worlds.plan(userId, undefined);
    } finally {
      await ports.worlds.release(lease);
    }
  });
