import type { ProbeGroup, ProbeQueue, SyncTarget, SyncTargets } from "../ports/polls.ts";
import { MAILBOXES_PER_PROBE, phaseOf, nextTurnMs, ROUND_MINUTES } from "./polling.ts";
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
/**
 * How many mailboxes are claimed and queued together: enough for full groups in each slot, and few enough that a call that ends early loses little.
 */
const QUEUED_AT_ONCE = 5 * PAGE;
const MINUTE_MS = 60_000;
const ROUND_MS = ROUND_MINUTES * MINUTE_MS;

/** The ports of a round; `pollMinutes` is the default interval. */
export interface StartSyncPorts {
  readonly syncTargets: SyncTargets;
  readonly probeQueue: ProbeQueue;
  readonly clock: Clock;
  readonly pollMinutes: number;
}

/** The result of a round; `overdueSeconds`: by how much the most overdue healthy mailbox exceeds its interval. */
export interface RoundReport {
  readonly queued: number;
  readonly groups: number;
  readonly overdueSeconds: number;
}

/** Queues every mailbox whose turn comes before the next round, in groups that are polled together (shared/README.md, "Syncing"). */
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
  const counts = { queued: 0, groups: 0 };
  // A claimed mailbox is not due again for a while. It is queued soon after its claim, because the call may end in between.
  const queue = async (due: readonly SyncTarget[]): Promise<void> => {
    const free = new Set<string>();
    for (let at = 0; at < due.length; at += PAGE)
      for (const id of await syncTargets.claim(due.slice(at, at + PAGE).map((target) => target.id))) free.add(id);
    const claimed = due.filter(({ id }) => free.has(id)).map((target) => ({ ...target, dueAtMs: dueAtMs(target) }));
    const groups = planProbes(claimed, now, ROUND_MS);
    await probeQueue.add(groups);
    counts.queued += claimed.length;
    counts.groups += groups.length;
  };
  const waiting: SyncTarget[] = [];
  let overdue = 0;
  let after: string | undefined;
  do {
    const page = await syncTargets.page(after, PAGE);
    const due = page.targets.filter((target) => dueAtMs(target) <= lastTurnMs(now, ROUND_MS));
    overdue = due.reduce((most, target) => Math.max(most, overdueMs(target)), overdue);
    waiting.push(...due);
    after = page.last;
    if (after === undefined || waiting.length >= QUEUED_AT_ONCE) await queue(waiting.splice(0));
  } while (after !== undefined);
  return { ...counts, overdueSeconds: Math.round(overdue / 1000) };
};
