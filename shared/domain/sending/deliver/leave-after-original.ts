import type { Clock } from "../../ports.ts";
import type { Sends } from "../ports.ts";
import type { Send } from "../send.ts";
import type { Settlement } from "./settlement.ts";
import { FOLLOW_UP_LOOK_MS } from "../timing.ts";

/** A follow-up's original once it is sent; else undefined, and the follow-up goes back to wait for it, or fails because it will never be sent (contract/README.md, "Sending"). */
export const sentOriginal = async (
  { sends, clock }: { readonly sends: Pick<Sends, "find">; readonly clock: Clock },
  settle: Pick<Settlement, "fail" | "giveBack">,
  send: Send,
  originalId: string,
): Promise<Send | undefined> => {
  const original = await sends.find(send.userId, originalId);
  if (original?.status === "sent") return original;
  if (!original || original.status === "failed" || original.status === "cancelled") {
    await settle.fail([send], `the original send ${originalId} ${original?.status === "cancelled" ? "was cancelled" : "failed"}`);
    return undefined;
  }
  const untilOriginal = (original.dueAt?.getTime() ?? 0) - clock.now().getTime();
  await settle.giveBack([send], { afterMs: Math.max(untilOriginal, FOLLOW_UP_LOOK_MS), counts: false });
  return undefined;
};
