import { type Pace, rampAt } from "#shared/mailboxes/pace.ts";
import { gapBefore, HOUR_MS } from "#shared/sending/waiting.ts";
import { nextInWindow } from "#shared/sending/departure/wall-time.ts";
import type { Send } from "#shared/sending/send.ts";

const DAY_MS = 24 * HOUR_MS;

/** What left against a mailbox's pace, in words; times of the departures in ms, in any order. */
export const paceBroken = (
  pace: Pace,
  sends: readonly Pick<Send, "id" | "messageId">[],
  departures: readonly { readonly messageId: string; readonly time: number }[],
): readonly string[] => {
  const left = departures.toSorted((a, b) => a.time - b.time);
  const idOf = (messageId: string) => sends.find((send) => send.messageId === messageId)?.id ?? "";
  const within = (time: number, ms: number) => left.filter((other) => other.time > time - ms && other.time <= time).length;
  const broken = left.flatMap(({ messageId, time }, n) => {
    const before = left[n - 1];
    const gap = pace.minGap ? gapBefore(pace, { id: idOf(messageId) }) : 0;
    return [
      ...(before && time - before.time < gap ? [`a gap of ${time - before.time} ms instead of ${gap}`] : []),
      ...(within(time, HOUR_MS) > (pace.maxHourlySends ?? Infinity) ? ["the hourly limit was exceeded"] : []),
      ...(pace.ramp && within(time, DAY_MS) > rampAt(pace.ramp, new Date(time)) ? ["the ramp was exceeded"] : []),
      ...(pace.workday && nextInWindow(pace.workday, new Date(time)).getTime() !== time ? ["sent outside the workday"] : []),
    ];
  });
  return [...new Set(broken)];
};
