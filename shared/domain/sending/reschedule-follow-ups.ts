import type { Clock } from "../ports.ts";
import { departureOf } from "./departure/departure.ts";
import type { Sends } from "./ports/sends.ts";
import type { WakeUps } from "./ports/wake-ups.ts";
import type { Send } from "./send.ts";

/** The ports of rescheduling follow-ups. */
export interface RescheduleFollowUpsPorts {
  readonly sends: Pick<Sends, "rescheduleFollowUps">;
  readonly wakeUps: WakeUps;
  readonly clock: Clock;
}

/** Whether a follow-up's time depends on its parent send's. */
export const isTimed = ({ status, scheduledAfter }: Send): boolean => status === "scheduled" && scheduledAfter !== undefined;

/** Sets the times of an account's timed follow-ups, counted from their parents; one whose parent is not given is left unchanged. */
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
