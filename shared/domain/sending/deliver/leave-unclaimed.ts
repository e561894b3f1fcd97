import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { ClaimOutcome } from "../ports.ts";
import { HELD_SOON_MS } from "../timing.ts";
import type { ClaimPorts } from "./deliver-ports.ts";

/** Leaves a mailbox that lets nothing be claimed now; whoever works at it goes on until nothing is due. */
export const leaveUnclaimed = async (
  ports: Pick<ClaimPorts, "wakeUps" | "clock">,
  mailbox: Mailbox,
  sendIds: readonly string[],
  outcome: Exclude<ClaimOutcome, { kind: "claimed" }>,
): Promise<void> => {
  if ("next" in outcome) await ports.wakeUps.wake([outcome.next]);
  else if (outcome.kind === "held") await comeAgainSoon(ports, mailbox, sendIds, outcome.forMs);
};

/** A held mailbox's wakes end here, unless its hold has ended. */
const comeAgainSoon = async (
  ports: Pick<ClaimPorts, "wakeUps" | "clock">,
  { id: mailboxId, userId }: Mailbox,
  [id]: readonly string[],
  forMs: number,
): Promise<void> => {
  if (id === undefined || forMs > HELD_SOON_MS) return;
  await ports.wakeUps.wake([{ id, userId, mailboxId, dueAt: new Date(ports.clock.now().getTime() + forMs) }]);
};
