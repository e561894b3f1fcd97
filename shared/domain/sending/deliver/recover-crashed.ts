import type { Send } from "../send.ts";
import { transitions } from "../transitions.ts";
import { POISON_AFTER_CRASHES } from "./judge-claim.ts";

/** The name of what becomes of a send whose worker died. */
export type Recovery = "requeueCrashed" | "failPoison" | "awaitLookUp" | "recoverDeferred";

/** What becomes of a send whose lease has expired: an intent is looked up, never sent again; what crashed its workers, at last alone, fails. */
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
