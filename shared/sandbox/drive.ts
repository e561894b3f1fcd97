import type { Log } from "#shared/platform/ports.ts";
import type { Agenda, DuePiece, Look, WorldHolder, WorldLease, Worlds } from "./ports.ts";
import { whileRenewed } from "#shared/platform/fair-shares.ts";
import type { World } from "#shared/platform/world.ts";
import { nowOf } from "./world-time.ts";

/** How long a lease of a world lasts without renewal, real ms: a call waits longer, so that it moves a world whose worker died. */
export const LEASE_MS = 12_000;

/**
 * How often a move looks again at waiting work, and the pause between looks, ms: together longer than any lease that a dead worker of the world may
 * have left.
 */
const LOOKS = 60;
const LOOK_MS = 15_000;
/** When the queue looks after a call that moves a world, ms: the call has ended by then, unless it died. The job's own message returns by itself. */
const AFTER_CALL_MS = 30_000;

/** How often the sweeper runs, ms: what it leaves it takes up then. */
const SWEEP_MS = 60_000;

/** The longest delay of an SQS message, ms (AWS, "SendMessage"). */
const QUEUE_DELAY_MAX_MS = 900_000;

/** The steps that do what is due in a world; each ends within some seconds. */
export interface WorldWork {
  readonly deliver: (mailboxId: string) => Promise<void>;
  readonly pull: (mailboxId: string) => Promise<void>;
  readonly click: (token: string) => Promise<void>;
  readonly post: (webhookId: string) => Promise<void>;
  /** Does one step of the sweeper. */
  readonly step: (name: string) => Promise<void>;
  /** Publishes the events of received mail, which live mail leaves to the sweeper. */
  readonly publish: () => Promise<void>;
  /** Does what the sweeper does every minute for live mail. */
  readonly sweep: () => Promise<void>;
}

/** The dependencies of doing what is due in a test world. */
export interface DrivePorts {
  readonly worlds: Worlds;
  readonly agenda: Agenda;
  readonly work: WorldWork;
  /** Runs work in a world. */
  readonly within: <R>(world: World, work: () => Promise<R>) => Promise<R>;
  /** Has the world settled again after this many milliseconds. */
  readonly wakeIn: (userId: string, ms: number) => Promise<void>;
  readonly pause: (ms: number) => Promise<unknown>;
  /** The process's clock. */
  readonly realNow: () => Date;
  readonly log: Log;
}

/** The result of doing what is due in a world. */
export interface Driven {
  readonly from: Date;
  readonly now: Date;
  /** False when the time limit ended before everything due was done. */
  readonly isSettled: boolean;
  /** When something is due next, in the world's time. */
  readonly next: Date | undefined;
}

/** Another worker drives the world. */
export class WorldBusy extends Error {
  constructor() {
    super("the world is being moved by another call");
  }
}

/**
 * Moves a world's time to the target, or keeps it when that is the present time, and does everything that is due until then, in order, each at its
 * time. The world's time does not advance meanwhile. Stops at `stopAt` (real time) with `isSettled` false. Throws WorldBusy.
 */
export const drive = async (
  ports: DrivePorts,
  userId: string,
  targetOf: (now: Date) => Date,
  stopAt: Date,
  by: WorldHolder,
): Promise<Driven> => {
  const { worlds, log } = ports;
  const lease = await worlds.lease(userId, LEASE_MS, by);
  if (!lease) throw new WorldBusy();
  try {
    if (by === "call") await ports.wakeIn(userId, AFTER_CALL_MS);
    const renew = () => worlds.renew(lease, LEASE_MS);
    return await whileRenewed(log, LEASE_MS, renew, () => driveLeased(ports, lease, targetOf, stopAt));
  } finally {
    await worlds.release(lease);
  }
};

const driveLeased = async (ports: DrivePorts, lease: WorldLease, targetOf: (now: Date) => Date, stopAt: Date): Promise<Driven> => {
  const { worlds, realNow } = ports;
  const { userId } = lease;
  const from = nowOf(lease, realNow());
  const target = targetOf(from);
  const driver = driverOf(ports, lease, from, stopAt);
  const added = { rows: 0, bytes: 0 };
  const world = { userId, isDriven: true, now: driver.now, isOver: driver.isOver, added };
  const { ending, next, left } = await moved(ports, world, driver, target);
  const isSettled = ending !== "over";
  // The duration of settling passes in the world, too, so that the world never falls behind.
  const offsetMs = Math.max(lease.offsetMs, driver.now().getTime() - realNow().getTime());
  await worlds.set(lease, { offsetMs }, LEASE_MS);
  const now = driver.now().getTime();
  const ahead = [
    ...(ending === "waiting" ? [now + LOOK_MS] : []),
    ...(next ? [next.getTime()] : []),
    ...(left ? [Math.max(left.getTime(), now + SWEEP_MS)] : []),
  ];
  const first = ahead.length > 0 ? new Date(Math.min(...ahead) - offsetMs) : undefined;
  await planNext(ports, userId, isSettled ? first : realNow());
  return { from, now: driver.now(), isSettled, next };
};

/** Moves the world, and counts what was stored in it meanwhile. */
const moved = async (ports: DrivePorts, world: World, driver: Driver, target: Date) => {
  try {
    return await ports.within(world, async () => {
      const { ending, next } = await moveTo(ports, driver, target);
      return { ending, next, left: await ports.agenda.left() };
    });
  } finally {
    if (world.added) await ports.worlds.add(world.userId, world.added);
  }
};

/** Plans when the world is to be looked at again, in real time: the sweeper finds what no queue's delay reaches. */
const planNext = async ({ worlds, realNow, wakeIn }: DrivePorts, userId: string, at: Date | undefined): Promise<void> => {
  await worlds.plan(userId, at);
  const inMs = at && at.getTime() - realNow().getTime();
  if (inMs !== undefined && inMs <= QUEUE_DELAY_MAX_MS) await wakeIn(userId, Math.max(0, inMs));
};

interface Driver {
  readonly now: () => Date;
  /** Sets the world's time and renews the lease. Throws WorldBusy when another worker has taken the world. */
  readonly stand: (at: Date) => Promise<void>;
  readonly isOver: () => boolean;
}

const driverOf = ({ worlds, realNow }: DrivePorts, lease: WorldLease, from: Date, stopAt: Date): Driver => {
  let current = from;
  return {
    now: () => current,
    stand: async (at) => {
      if (!(await worlds.set(lease, { offsetMs: lease.offsetMs, at }, LEASE_MS))) throw new WorldBusy();
      current = at;
    },
    isOver: () => realNow() >= stopAt,
  };
};

type Ending = "done" | "waiting" | "over";

/** Where a move has come: "over" when the time for it is, "waiting" when something that is due waits for what a dead worker holds. */
interface Stand extends Pick<Look, "next"> {
  readonly ending: Ending;
}

/** Works through the agenda until `target`. */
const moveTo = async (ports: DrivePorts, driver: Driver, target: Date): Promise<Stand> => {
  for (let looks = LOOKS; ;) {
    await driver.stand(driver.now());
    const stand = await settleHere(ports, driver);
    const { ending, next } = stand;
    if (ending === "over") return stand;
    const look = ending === "waiting" && looks > 0 ? new Date(driver.now().getTime() + LOOK_MS) : undefined;
    const at = look && !(next && next <= look) ? look : next;
    if (at === undefined || at > target) break;
    await driver.stand(at);
    if (at !== look) continue;
    looks -= 1;
    await ports.work.sweep();
  }
  await driver.stand(target);
  await ports.work.sweep();
  // The sweep may have found something that is due now.
  return settleHere(ports, driver);
};

/** Does what is due at this moment, until nothing is or nothing changes any more. */
const settleHere = async (ports: DrivePorts, driver: Driver): Promise<Stand> => {
  let before = "";
  for (;;) {
    const { due, next } = await ports.agenda.look();
    if (due.length === 0) return { ending: "done", next };
    const said = JSON.stringify(due);
    // Work that stays due although it was tried waits for something else, so the clock goes on to the next moment.
    if (said === before) return { ending: "waiting", next };
    before = said;
    if (!(await doAll(ports, driver, due))) return { ending: "over", next: (await ports.agenda.look()).next };
  }
};

const doAll = async (ports: DrivePorts, driver: Driver, due: readonly DuePiece[]): Promise<boolean> => {
  for (const [index, piece] of due.entries()) {
    if (driver.isOver()) return false;
    await driver.stand(driver.now());
    // Work that fails must not stop the rest of the world.
    await doPiece(ports, piece, due[index + 1]).catch((error: unknown) => ports.log.error("work of a test world failed", { error }));
  }
  return true;
};

const doPiece = async ({ work, agenda }: DrivePorts, piece: DuePiece, following: DuePiece | undefined): Promise<void> => {
  try {
    await (piece.work === "click" ? work.click(piece.token) : work[piece.work](piece.id));
  } finally {
    // A link whose email is gone has no target, and is not clicked again.
    if (piece.work === "click") await agenda.clicked(piece.id);
    // After the last pull, the events of all that has arrived.
    if (piece.work === "pull" && following?.work !== "pull") await work.publish();
  }
};

/** How long a settling begins new work, ms: a call of the clock waits for it. */
const WITHIN_MS = 5_000;
/** When a world that another worker drives is looked at again, ms: that worker may have missed what came meanwhile. */
const AGAIN_MS = 2_000;

/** Does everything that is due in a world at its present time; while another worker holds the world, schedules another try. */
export const settleWorld = async (ports: DrivePorts, userId: string): Promise<void> => {
  try {
    await drive(ports, userId, (now) => now, new Date(ports.realNow().getTime() + WITHIN_MS), "job");
  } catch (error) {
    if (!(error instanceof WorldBusy)) throw error;
    await ports.wakeIn(userId, AGAIN_MS);
  }
};

/** The dependencies of waking worlds. */
export interface WakeWorldsPorts {
  readonly worlds: Pick<Worlds, "due">;
  /** Has a world settled after this many milliseconds. */
  readonly wakeIn: (userId: string, ms: number) => Promise<void>;
}

/** Queues wake-ups of the worlds in which something is due; called every minute. */
export const wakeWorlds = async ({ worlds, wakeIn }: WakeWorldsPorts): Promise<void> => {
  for (const userId of await worlds.due()) await wakeIn(userId, 0);
};
