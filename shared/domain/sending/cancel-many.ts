import { publishEvents } from "../events/publish.ts";
import { endFollowUps, type EndPorts } from "./end-follow-ups.ts";
import type { CancelFilter, Sends } from "./ports/sends.ts";
import type { SendStatus } from "./send.ts";

/** The ports of cancelling many sends. */
export interface CancelManyPorts extends EndPorts {
  readonly sends: Pick<Sends, "cancelMany" | "countUnsent" | "endFollowUps">;
}

/** The remaining sends are counted up to this number. */
const REMAINING_MAX = 10_000;

/** The states of sends after one step of cancelling; undefined for a send that the account does not have. */
export interface CancelledMany {
  readonly results: readonly { readonly id: string; readonly status: SendStatus | undefined }[];
  readonly remaining: number;
}

/**
 * Cancels up to 1,000 waiting sends and their waiting follow-ups; repeating the request changes nothing more. Their schedules are left in place: one
 * that fires for a cancelled send does no harm. With `within`, only sends of these mailboxes exist.
 */
export const cancelMany = async (
  ports: CancelManyPorts,
  userId: string,
  which: CancelFilter,
  within?: readonly string[],
): Promise<CancelledMany> => {
  const states = await ports.sends.cancelMany(userId, which, within);
  const cancelled = [...states].flatMap(([id, status]) => (status === "cancelled" ? [id] : []));
  await publishEvents(ports, "sends", cancelled);
  // Follow-ups that a failed request left behind are ended by its repetition, or by the worker at their time.
  await endFollowUps(ports, userId, cancelled);
  const ids = "ids" in which ? which.ids : [...states.keys()];
  const remaining = "ids" in which ? 0 : await ports.sends.countUnsent(userId, which.metadata, REMAINING_MAX, within);
  return { results: ids.map((id) => ({ id, status: states.get(id) })), remaining };
};
