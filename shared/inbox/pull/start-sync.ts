import type { ProbeGroup, ProbeQueue, SyncTarget, SyncTargets } from "../ports/polls.ts";
import { intervalMs, MAILBOXES_PER_PROBE, nextTurnMs, phaseOf, ROUND_MINUTES, type RoundPart, shardsOf, WHOLE_ROUND } from "./polling.ts";
import type { Clock } from "#shared/platform/ports.ts";

/** A mailbox to poll in this round. */
export interface DueMailbox {
  readonly id: string;
  readonly userId: string;
  /** Its IMAP server: a provider, or a host. */
  readonly server: string;
  /** When it is due, ms since the epoch; 0 for at once. */
  readonly dueAtMs: number;
}

/** A round is divided into slots; a mailbox is polled in the first slot that begins at or after its time. */
const SLOTS = 12;

/** The end of a round's turns, ms since the epoch; later turns belong to the next round. */
const lastTurnMs = (nowMs: number, roundMs: number): number => nowMs + roundMs - roundMs / SLOTS;

/**
 * Groups a round's mailboxes. Each is polled when it is due, the longest overdue first; when too many are due at once they are spread over the round.
 * Within a slot the servers are distributed evenly over the groups, so that one provider's outage or limit affects all groups a little. An account
 * with many mailboxes gets groups of its own, so that its servers delay nobody else's polls.
 */
export const planProbes = (due: readonly DueMailbox[], nowMs: number, roundMs: number): readonly ProbeGroup[] => {
  const slotMs = roundMs / SLOTS;
  const share = Math.max(MAILBOXES_PER_PROBE, Math.ceil(due.length / SLOTS));
  const slots = Array.from({ length: SLOTS }, (): DueMailbox[] => []);
  for (const [at, mailbox] of due.toSorted((a, b) => a.dueAtMs - b.dueAtMs || phaseOf(a.id) - phaseOf(b.id)).entries()) {
    const slot = Math.max(Math.floor(at / share), Math.ceil((mailbox.dueAtMs - nowMs) / slotMs));
    slots[Math.min(slot, SLOTS - 1)]?.push(mailbox);
  }
  return slots.flatMap((all, slot) => {
    const accounts = [...Map.groupBy(all, ({ userId }) => userId)].filter(([, own]) => own.length >= OWN_GROUP_FROM);
    const large = new Set(accounts.map(([userId]) => userId));
    const others = all.filter(({ userId }) => !large.has(userId));
    return [[undefined, others] as const, ...accounts].flatMap(([userId, mailboxes]) => groupsOf(mailboxes, { userId, slot, slotMs }));
  });
};

/** An account with at least this many mailboxes in a slot has groups of its own: half a group. */
const OWN_GROUP_FROM = MAILBOXES_PER_PROBE / 2;

const groupsOf = (
  mailboxes: readonly DueMailbox[],
  { userId, slot, slotMs }: { readonly userId: string | undefined; readonly slot: number; readonly slotMs: number },
): readonly ProbeGroup[] => {
  const count = Math.ceil(mailboxes.length / MAILBOXES_PER_PROBE);
  const byServer = mailboxes.toSorted((a, b) => (a.server < b.server ? -1 : a.server > b.server ? 1 : 0));
  const idsOf = Array.from({ length: count }, (): string[] => []);
  for (const [at, { id }] of byServer.entries()) idsOf[at % count]?.push(id);
  return idsOf.map((mailboxIds, group) => ({
    ...(userId !== undefined && { userId }),
    mailboxIds,
    delaySeconds: Math.floor(((slot + group / count) * slotMs) / 1000),
  }));
};

const PAGE = 1000;
/** How many mailboxes are queued together: enough for full groups in each slot. */
const QUEUED_AT_ONCE = 5 * PAGE;
const ROUND_MS = ROUND_MINUTES * 60_000;

/** The dependencies of a round; `pollMinutes` is the default interval, `part` what this call takes of the round: all of it when absent. */
export interface StartSyncPorts {
  readonly syncTargets: SyncTargets;
  readonly probeQueue: ProbeQueue;
  readonly clock: Clock;
  readonly pollMinutes: number;
  readonly part?: RoundPart;
}

/** The result of a round; `overdueSeconds`: by how much the most overdue healthy mailbox exceeds its interval. */
export interface RoundReport {
  readonly queued: number;
  readonly groups: number;
  readonly overdueSeconds: number;
}

/** When a mailbox is due, ms since the epoch, and by how much it exceeds its interval if its polls should succeed. */
const dueOf = (target: SyncTarget, nowMs: number, pollMinutes: number): { readonly dueAtMs: number; readonly overdueMs: number } => {
  const polledAt = target.polledAt?.getTime() ?? 0;
  const interval = intervalMs(target, polledAt, pollMinutes);
  const since = target.healthySince && polledAt > 0 ? Math.max(polledAt, target.healthySince.getTime()) : nowMs;
  // A time in the future was written by a wrong clock.
  const isUnknown = polledAt === 0 || polledAt > nowMs;
  return { dueAtMs: isUnknown ? 0 : nextTurnMs(target.id, polledAt, interval), overdueMs: nowMs - since - interval };
};

/** Queues every mailbox of its part whose turn comes before the next round, in groups that are polled together (shared/README.md, "Syncing"). */
export const startSync = async (ports: StartSyncPorts): Promise<RoundReport> => {
  const { syncTargets, clock, pollMinutes, part = WHOLE_ROUND } = ports;
  const now = clock.now().getTime();
  const counts = { queued: 0, groups: 0 };
  const waiting: SyncTarget[] = [];
  const queueWaiting = async (): Promise<void> => {
    const { queued, groups } = await queueDue(ports, waiting.splice(0), now);
    counts.queued += queued;
    counts.groups += groups;
  };
  let overdue = 0;
  for (const shard of shardsOf(part, now)) {
    let after: string | undefined;
    do {
      const page = await syncTargets.page(shard, after, PAGE);
      const due = page.targets.filter((target) => dueOf(target, now, pollMinutes).dueAtMs <= lastTurnMs(now, ROUND_MS));
      overdue = due.reduce((most, target) => Math.max(most, dueOf(target, now, pollMinutes).overdueMs), overdue);
      waiting.push(...due);
      after = page.last;
      if (waiting.length >= QUEUED_AT_ONCE) await queueWaiting();
    } while (after !== undefined);
  }
  if (waiting.length > 0) await queueWaiting();
  return { ...counts, overdueSeconds: Math.round(overdue / 1000) };
};

/** Queues those of them that are free, and then marks them as queued. */
const queueDue = async ({ syncTargets, probeQueue, clock, pollMinutes }: StartSyncPorts, due: readonly SyncTarget[], nowMs: number) => {
  const begun = clock.now().getTime();
  const free = new Set<string>();
  for (const page of inPages(due)) for (const id of await syncTargets.free(page, nowMs)) free.add(id);
  const taken = due.filter(({ id }) => free.has(id)).map((target) => ({ ...target, dueAtMs: dueOf(target, nowMs, pollMinutes).dueAtMs }));
  const groups = planProbes(taken, nowMs, ROUND_MS);
  await probeQueue.add(groups);
  for (const page of inPages(taken))
    await syncTargets.queued(
      page.map(({ id }) => id),
      clock.now().getTime() - begun,
    );
  return { queued: taken.length, groups: groups.length };
};

const inPages = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  Array.from({ length: Math.ceil(all.length / PAGE) }, (_, page) => all.slice(page * PAGE, (page + 1) * PAGE));
