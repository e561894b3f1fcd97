import { notFound } from "#shared/platform/errors.ts";
import type { Mailboxes } from "#shared/mailboxes/ports.ts";
import type { Deliveries } from "./ports/deliveries.ts";
import type { WakeUps } from "./ports/wake-ups.ts";
import { atOnce } from "./wake/plan-wakes.ts";

/** The dependencies of deleting a mailbox. */
export interface DeletePorts {
  readonly mailboxes: Pick<Mailboxes, "delete">;
  readonly deliveries: Pick<Deliveries, "cancelWaiting">;
  readonly wakeUps: WakeUps;
}

/**
 * Disconnects a mailbox for good: its credentials are erased, its waiting sends are cancelled, its mail stays readable. When it has many sends, a
 * worker cancels the rest. Throws `notFound`.
 */
export const deleteMailbox = async ({ mailboxes, deliveries, wakeUps }: DeletePorts, userId: string, id: string): Promise<void> => {
  if (!(await mailboxes.delete(userId, id))) throw notFound("Mailbox");
  const left = await deliveries.cancelWaiting(id);
  if (left) await wakeUps.wake([atOnce(left)]);
};
