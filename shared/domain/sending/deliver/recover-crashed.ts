import type { Send } from "../send.ts";
import { transitions } from "../transitions.ts";
import { POISON_AFTER_CRASHES } from "./judge-claim.ts";

/** The transition of a send whose worker died. */
export type Recovery = "requeueCrashed" | "failPoison" | "awaitLookUp" | "recoverDeferred";

/**
 * Decides the transition of a send whose lease has expired. One with an intent is looked up, never sent again; one that crashed its workers
 * repeatedly, in the end alone in its claim, fails.
 */
export const recoveryOf = ({
  status,
  stage,
  deaths = 0,
}: {
  readonly status: Send["status"];
  readonly stage?: Send["stage"] | undefined;
  readonly deaths?: number | undefined;
}): Recovery => {
  if (status === "sent") return "recoverDeferred";
  if (stage === transitions.awaitLookUp.stage) return "awaitLookUp";
  return deaths + 1 >= POISON_AFTER_CRASHES ? "failPoison" : "requeueCrashed";
};
