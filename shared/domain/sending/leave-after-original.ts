import type { Clock } from "../ports.ts";
import type { Sends } from "./ports.ts";
import type { Send } from "./send.ts";
import type { Settlement } from "./settlement.ts";
import { FOLLOW_UP_LOOK_MS } from "./timing.ts";

/** True when a follow-up may leave; else it goes back to wait for its original, or fails because that will never be sent (api.md, "Sending"). */
export const mayLeaveAfterOriginal = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  settle: Pick<Settlement, "fail" | "giveBack">,
  send: Send,
): Promise<boolean> => {
  if (send.waitsFor === undefined) return true;
  const original = await sends.find(send.userId, send.waitsFor);
  if (original?.status === "sent") return true;
  if (!original || original.status === "failed" || original.status === "cancelled") {
    await settle.fail([send], `the original send ${send.waitsFor} ${original?.status === "cancelled" ? "was cancelled" : "failed"}`);
    return false;
  }
  const untilOriginal = (original.dueAt?.getTime() ?? 0) - clock.now().getTime();
  await settle.giveBack([send], { afterMs: Math.max(untilOriginal, FOLLOW_UP_LOOK_MS), counts: false });
  return false;
};
