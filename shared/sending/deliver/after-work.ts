import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import { rescheduleFollowUps, isTimed, endWithParents } from "../follow-ups.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Send } from "../send.ts";

type AfterWorkPorts = Pick<DeliverPorts, "sends" | "deliveries" | "wakeUps" | "clock"> & PublishPorts;

/**
 * What follows after results are written: events are published, follow-ups leave or fail with their parent, threads are updated. This work may be
 * lost, because the sweeper repeats it, and never changes the sends themselves. Never throws.
 */
export const afterWork = async (ports: AfterWorkPorts, sent: readonly Send[], failed: readonly Send[]): Promise<void> => {
  await Promise.all([publishResults(ports, sent, failed), updateRelated(ports, sent, failed)]);
};

/** Publishes the events of written results. Never throws, and no claim needs to wait for it. */
export const publishResults = (ports: PublishPorts, sent: readonly Send[], failed: readonly Send[]): Promise<unknown> =>
  publishEvents(
    ports,
    "sends",
    [...sent, ...failed].map(({ id }) => id),
  );

/** Updates follow-ups and threads after results, so that the next claim can find the follow-ups due. Never throws. */
export const updateRelated = async (ports: AfterWorkPorts, sent: readonly Send[], failed: readonly Send[]): Promise<void> => {
  await Promise.all([
    quietly(ports, "follow-ups", () => releaseFollowUps(ports, sent)),
    quietly(ports, "follow-ups", () => endWithParents(ports, failed)),
    quietly(ports, "threads", () => refreshThreads(ports, [...sent, ...failed])),
  ]);
};

const quietly = async ({ log }: AfterWorkPorts, what: string, work: () => Promise<void>): Promise<void> => {
  try {
    await work();
  } catch (error) {
    log.warn("after-work failed", { what, error });
  }
};

/** Follow-ups without `scheduled_at` or `scheduled_after` leave now, the rest at their time after the parent send. */
const releaseFollowUps = async (ports: AfterWorkPorts, parents: readonly Send[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(parents, (send) => send.userId)) {
    const ids = group.map(({ id }) => id);
    const waiting = await ports.sends.followUps(userId, ids);
    if (waiting.some(({ status }) => status === "queued")) await ports.wakeUps.wake(await ports.sends.makeFollowUpsDue(userId, ids));
    const timed = waiting.filter(isTimed);
    const read = await Promise.all([...new Set(timed.flatMap(({ waitsFor }) => waitsFor ?? []))].map((id) => ports.sends.find(userId, id)));
    const sentAt = new Map(read.flatMap((send) => (send?.sentAt ? [[send.id, send.sentAt] as const] : [])));
    await rescheduleFollowUps(ports, userId, timed, sentAt);
  }
};

const refreshThreads = async (ports: AfterWorkPorts, changed: readonly Send[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(changed, (send) => send.userId)) {
    const ids = await ports.deliveries.refreshThreads(userId, [...new Set(group.flatMap(({ threadId }) => threadId ?? []))]);
    if (ids.length > 0) await publishEvents(ports, "threads", ids);
  }
};
