import type { Clock } from "../../ports.ts";
import type { ProbeQueue, SyncTarget, SyncTargets } from "../ports/polls.ts";
import { type DueMailbox, lastTurnMs, planProbes } from "./plan-probes.ts";
import { nextTurnMs, ROUND_MINUTES } from "./polling.ts";

const PAGE = 1000;
const MINUTE_MS = 60_000;
const ROUND_MS = ROUND_MINUTES * MINUTE_MS;

/** The ports of a round; `pollMinutes` is the default interval. */
export interface StartSyncPorts {
  readonly syncTargets: SyncTargets;
  readonly probeQueue: ProbeQueue;
  readonly clock: Clock;
  readonly pollMinutes: number;
}

/** The result of a round; `overdueSeconds` is how far the longest waiting healthy mailbox is behind its interval. */
export interface RoundReport {
  readonly queued: number;
  readonly groups: number;
  readonly overdueSeconds: number;
}

/** Queues every mailbox whose turn comes before the next round, in groups that are polled together (domain/README.md, "Syncing"). */
export const startSync = async ({ syncTargets, probeQueue, clock, pollMinutes }: StartSyncPorts): Promise<RoundReport> => {
  const now = clock.now().getTime();
  const intervalMs = ({ intervalMinutes = pollMinutes }: SyncTarget) => intervalMinutes * MINUTE_MS;
  const dueAtMs = (target: SyncTarget): number => {
    const polledAt = target.polledAt?.getTime() ?? 0;
    // A time in the future was written by a wrong clock.
    return polledAt === 0 || polledAt > now ? 0 : nextTurnMs(target.id, polledAt, intervalMs(target));
  };
  const overdueMs = (target: SyncTarget): number => {
    const { polledAt, healthySince } = target;
    return polledAt && healthySince ? now - Math.max(polledAt.getTime(), healthySince.getTime()) - intervalMs(target) : 0;
  };
  const queued: DueMailbox[] = [];
  let overdue = 0;
  let after: string | undefined;
  do {
    const page = await syncTargets.page(after, PAGE);
    const due = page.targets.filter((target) => dueAtMs(target) <= lastTurnMs(now, ROUND_MS));
    overdue = due.reduce((most, target) => Math.max(most, overdueMs(target)), overdue);
    const free = new Set(await syncTargets.claim(due.map(({ id }) => id)));
    for (const target of due) if (free.has(target.id)) queued.push({ ...target, dueAtMs: dueAtMs(target) });
    after = page.last;
  } while (after !== undefined);
  const groups = planProbes(queued, now, ROUND_MS);
  await probeQueue.add(groups);
  return { queued: queued.length, groups: groups.length, overdueSeconds: Math.round(overdue / 1000) };
};
