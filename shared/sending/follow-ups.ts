import { publishEvents, type PublishPorts } from "#shared/events/publish.ts";
import type { Sends } from "./ports/sends.ts";
import type { Send } from "./send.ts";
import type { Clock } from "#shared/platform/ports.ts";
import { departureOf } from "./departure/departure.ts";
import type { WakeUps } from "./ports/wake-ups.ts";

/** The dependencies of ending follow-ups. */
export interface EndPorts extends PublishPorts {
  readonly sends: Pick<Sends, "endFollowUps">;
}

/** Steps of up to 1,000 follow-ups that one request ends at once; the worker ends the rest, each at its time. */
const STEPS_MAX = 20;
const STEP_MAX = 1000;

/**
 * Cancels or fails what waits for cancelled or failed sends, level by level, because follow-ups may have follow-ups. `end` does one level and returns
 * the sends that it ended.
 */
export const endLevels = async (ids: readonly string[], end: (ids: readonly string[]) => Promise<readonly string[]>): Promise<void> => {
  let parents = ids;
  let level: string[] = [];
  for (let step = 0; step < STEPS_MAX && parents.length > 0; step += 1) {
    const ended = await end(parents);
    level.push(...ended);
    if (ended.length === STEP_MAX) continue;
    parents = level;
    level = [];
  }
};

/** Cancels or fails the follow-ups of an account's sends, with an event for each. */
export const endFollowUps = (ports: EndPorts, userId: string, ids: readonly string[]): Promise<void> =>
  endLevels(ids, async (parents) => {
    const ended = (await ports.sends.endFollowUps(userId, parents)).map(({ id }) => id);
    await publishEvents(ports, "sends", ended);
    return ended;
  });

/** Cancels or fails the follow-ups of sends of any account. */
export const endWithParents = async (ports: EndPorts, parents: readonly Pick<Send, "id" | "userId">[]): Promise<void> => {
  for (const [userId, group] of Map.groupBy(parents, (send) => send.userId)) {
    const ids = group.map(({ id }) => id);
    await endFollowUps(ports, userId, ids);
  }
};

/**
 * Cancels or fails a newly accepted follow-up whose parent has ended since it was read. Never throws; if this fails, the worker does it when the
 * follow-up is due.
 */
export const endIfParentEnded = async ({ sends }: Pick<EndPorts, "sends">, userId: string, parentId: string | undefined): Promise<void> => {
  if (parentId !== undefined) await sends.endFollowUps(userId, [parentId]).catch(() => undefined);
};

/** The dependencies of rescheduling follow-ups. */
export interface RescheduleFollowUpsPorts {
  readonly sends: Pick<Sends, "rescheduleFollowUps">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/** Whether a follow-up's time depends on when its parent is sent. */
export const isTimed = ({ status, scheduledAfter }: Send): boolean => status === "scheduled" && scheduledAfter !== undefined;

/** Sets the times of an account's follow-ups that depend on their parents; a follow-up whose parent is not given is unchanged. */
export const rescheduleFollowUps = async (
  { sends, wakeUps, clock }: RescheduleFollowUpsPorts,
  userId: string,
  followUps: readonly Send[],
  parentSentAt: ReadonlyMap<string, Date>,
): Promise<void> => {
  const now = clock.now();
  const times = followUps.filter(isTimed).flatMap((send) => {
    const from = parentSentAt.get(send.waitsFor ?? "");
    return from ? [{ id: send.id, userId, mailboxId: send.mailboxId, at: departureOf(send, now, from) ?? now }] : [];
  });
  if (times.length === 0) return;
  await sends.rescheduleFollowUps(userId, times);
  await wakeUps.wake(times.map(({ at, ...send }) => ({ ...send, dueAt: at })));
};
