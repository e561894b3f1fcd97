import type { Clock } from "../../ports.ts";
import type { Sends } from "../ports.ts";
import type { CancelReason, Send } from "../send.ts";
import { FOLLOW_UP_LOOK_MS } from "../timing.ts";

/** Whether a send may leave now. */
export type Leave =
  | { readonly kind: "ready"; readonly originalSentAt?: Date | undefined }
  /** Its original is not settled, or its own time has not come. */
  | { readonly kind: "waits"; readonly afterMs: number; readonly lastError?: string }
  /** Its original will never be sent. */
  | { readonly kind: "never"; readonly lastError: string }
  /** It is cancelled with its original. */
  | { readonly kind: "cancelled"; readonly reason: CancelReason };

/** Looks whether a follow-up's original was sent; any other send may leave at once. */
export const mayLeave = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  { userId, waitsFor, scheduledAt }: Pick<Send, "userId" | "waitsFor" | "scheduledAt">,
): Promise<Leave> => {
  if (waitsFor === undefined) return { kind: "ready" };
  const original = await sends.find(userId, waitsFor);
  const now = clock.now().getTime();
  if (original?.status === "cancelled") return { kind: "cancelled", reason: "original" };
  if (!original || original.status === "failed") return { kind: "never", lastError: `the original send ${waitsFor} failed` };
  if (original.status !== "sent") return { kind: "waits", afterMs: Math.max((original.dueAt?.getTime() ?? 0) - now, FOLLOW_UP_LOOK_MS) };
  // It was hurried when its original was given up as unknown, and then the server's 250 came after all.
  const early = (scheduledAt?.getTime() ?? 0) - now;
  return early > 0 ? { kind: "waits", afterMs: early } : { kind: "ready", originalSentAt: original.sentAt };
};
