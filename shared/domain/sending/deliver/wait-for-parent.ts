import type { Clock } from "../../ports.ts";
import type { Sends } from "../ports/sends.ts";
import type { CancelReason, Send } from "../send.ts";
import { type Departure, departureOf, postponedTo } from "../departure/departure.ts";
import { nextInWindow } from "../departure/window.ts";
import { FOLLOW_UP_LOOK_MS } from "../timing.ts";
import { isTooLate, TOO_LATE } from "../too-late.ts";

/** Whether a send may leave now. */
export type Leave =
  | { readonly kind: "ready"; readonly parent?: Send | undefined }
  /** Its parent send is not settled, its time has not come, or an answer to it is unclear. */
  | { readonly kind: "waits"; readonly afterMs: number; readonly lastError?: string; readonly isUnclear?: true }
  /** Its time has moved: it is scheduled for then. */
  | { readonly kind: "later"; readonly at: Date }
  /** Its parent send will never be sent, or it could only leave too late. */
  | { readonly kind: "never"; readonly lastError: string }
  /** It is cancelled with its parent send. */
  | { readonly kind: "cancelled"; readonly reason: CancelReason };

/** The `last_error` of a follow-up whose parent send failed. */
export const parentFailed = (parentId: string): string => `the original send ${parentId} failed`;

/** Checks whether a follow-up's parent was sent; any other send may leave at once. */
export const mayLeave = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  send: Send,
): Promise<Leave> => {
  const parent = send.waitsFor === undefined ? undefined : await sends.find(send.userId, send.waitsFor);
  const leave = judgeParent(send, parent, clock.now());
  return leave.kind === "ready" && parent ? { ...leave, parent } : leave;
};

/** Judges by its own times and its parent whether a send may leave at a moment; a parent that is undefined is gone. */
export const judgeParent = (
  send: Pick<Send, "waitsFor" | "createdAt" | keyof Departure>,
  parent: Pick<Send, "status" | "dueAt" | "sentAt"> | undefined,
  at: Date,
): Leave => {
  const { waitsFor, scheduledAfter } = send;
  if (waitsFor === undefined) return afterItsTime(send);
  const now = at.getTime();
  if (parent?.status === "cancelled") return { kind: "cancelled", reason: "original" };
  if (!parent || parent.status === "failed") return { kind: "never", lastError: parentFailed(waitsFor) };
  if (parent.status === "sent") return afterItsTime(send, parent.sentAt);
  const afterMs = Math.max((parent.dueAt?.getTime() ?? 0) - now, FOLLOW_UP_LOOK_MS);
  if (scheduledAfter === undefined) return { kind: "waits", afterMs };
  const then = departureOf(send, at, new Date(now + afterMs));
  return then ? { kind: "later", at: then } : { kind: "waits", afterMs };
};

const afterItsTime = (send: Pick<Send, "createdAt" | keyof Departure>, parentSentAt?: Date): Leave => {
  const at = postponedTo(send, parentSentAt);
  return at ? { kind: "later", at } : { kind: "ready" };
};

/** Whether an unsent send is still in time, and its window open. */
export const mayStillLeave = (send: Pick<Send, "window" | "sendBefore">, now: Date): Leave =>
  isTooLate(send, now) ? { kind: "never", lastError: TOO_LATE } : isOpenFor(send, now);

/** Whether the send's window is open; a send whose window opens too late never leaves. */
export const isOpenFor = ({ window, sendBefore }: Pick<Send, "window" | "sendBefore">, now: Date): Leave => {
  const opens = window ? nextInWindow(window, now) : now;
  if (opens <= now) return { kind: "ready" };
  if (sendBefore && opens >= sendBefore) return { kind: "never", lastError: TOO_LATE };
  return { kind: "waits", afterMs: opens.getTime() - now.getTime() };
};
