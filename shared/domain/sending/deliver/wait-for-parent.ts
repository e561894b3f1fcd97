import type { Clock } from "../../ports.ts";
import type { Sends } from "../ports/sends.ts";
import type { CancelReason, Send } from "../send.ts";
import { departureOf, postponedTo } from "../departure/departure.ts";
import { nextInWindow } from "../departure/window.ts";
import { FOLLOW_UP_LOOK_MS } from "../timing.ts";
import { TOO_LATE } from "../too-late.ts";

/** Whether a send may leave now. */
export type Leave =
  | { readonly kind: "ready"; readonly parent?: Send | undefined }
  /** Its parent send is not settled, or its own time has not come. */
  | { readonly kind: "waits"; readonly afterMs: number; readonly lastError?: string }
  /** Its time has turned out to be later: it is scheduled for then. */
  | { readonly kind: "later"; readonly at: Date }
  /** Its parent send will never be sent, or it may leave too late only. */
  | { readonly kind: "never"; readonly lastError: string }
  /** It is cancelled with its parent send. */
  | { readonly kind: "cancelled"; readonly reason: CancelReason };

/** The `last_error` of a follow-up whose parent send failed. */
export const parentFailed = (parentId: string): string => `the original send ${parentId} failed`;

/** Looks whether a follow-up's parent send was sent; any other send may leave at once. */
export const mayLeave = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  send: Send,
): Promise<Leave> => {
  const { userId, waitsFor, scheduledAfter } = send;
  if (waitsFor === undefined) return afterItsTime(send);
  const parent = await sends.find(userId, waitsFor);
  const now = clock.now().getTime();
  if (parent?.status === "cancelled") return { kind: "cancelled", reason: "original" };
  if (!parent || parent.status === "failed") return { kind: "never", lastError: parentFailed(waitsFor) };
  if (parent.status !== "sent") {
    const afterMs = Math.max((parent.dueAt?.getTime() ?? 0) - now, FOLLOW_UP_LOOK_MS);
    if (scheduledAfter === undefined) return { kind: "waits", afterMs };
    const at = departureOf(send, new Date(now), new Date(now + afterMs));
    return at ? { kind: "later", at } : { kind: "waits", afterMs };
  }
  const timely = afterItsTime(send, parent.sentAt);
  return timely.kind === "ready" ? { kind: "ready", parent } : timely;
};

const afterItsTime = (send: Send, parentSentAt?: Date): Leave => {
  const at = postponedTo(send, parentSentAt);
  return at ? { kind: "later", at } : { kind: "ready" };
};

/** Whether its window is open; where it opens too late, it never leaves. */
export const isOpenFor = ({ window, sendBefore }: Pick<Send, "window" | "sendBefore">, now: Date): Leave => {
  const opens = window ? nextInWindow(window, now) : now;
  if (opens <= now) return { kind: "ready" };
  if (sendBefore && opens >= sendBefore) return { kind: "never", lastError: TOO_LATE };
  return { kind: "waits", afterMs: opens.getTime() - now.getTime() };
};
