import { publishNews, type PublishPorts } from "../../events/publish.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Send } from "../send.ts";

type AfterWorkPorts = Pick<DeliverPorts, "sends" | "deliveries" | "wakeUps"> & PublishPorts;

/**
 * What follows from results that are written: they are published, follow-ups leave or fail with their original, threads are brought up to
 * date. May be lost, and never changes a send; never throws.
 */
export const afterWork = async (ports: AfterWorkPorts, sent: readonly Send[], failed: readonly Send[]): Promise<void> => {
  await Promise.all([
    publishNews(
      ports,
      "sends",
      [...sent, ...failed].map(({ id }) => id),
    ),
    quietly(ports, "follow-ups", () => releaseFollowUps(ports, sent, false)),
    quietly(ports, "follow-ups", () => releaseFollowUps(ports, failed, true)),
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

const releaseFollowUps = async ({ sends, wakeUps }: AfterWorkPorts, originals: readonly Send[], scheduledToo: boolean): Promise<void> => {
  for (const [userId, group] of Map.groupBy(originals, (send) => send.userId)) {
    const waiting = await sends.hurryFollowUps(
      userId,
      group.map(({ id }) => id),
      scheduledToo,
    );
    if (waiting.length > 0) await wakeUps.wake(waiting);
  }
};

const refreshThreads = async ({ deliveries }: AfterWorkPorts, changed: readonly Send[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(changed, (send) => send.userId)) {
    await deliveries.refreshThreads(userId, [...new Set(group.flatMap(({ threadId }) => threadId ?? []))]);
  }
};
