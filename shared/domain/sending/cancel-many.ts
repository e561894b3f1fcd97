import { publishEvents } from "../events/publish.ts";
import { endFollowUps, type EndPorts } from "./end-follow-ups.ts";
import type { CancelFilter, Sends } from "./ports/sends.ts";
import type { SendStatus } from "./send.ts";

/** The ports of cancelling many sends. */
export interface CancelManyPorts extends EndPorts {
  readonly sends: Pick<Sends, "cancelMany" | "countUnsent" | "endFollowUps">;
}

/** The most that is counted of what is left. */
const REMAINING_MAX = 10_000;

/** The states of sends after one step of cancelling; undefined for one that the account does not have. */
export interface CancelledMany {
  readonly results: readonly { readonly id: string; readonly status: SendStatus | undefined }[];
  readonly remaining: number;
}

/**
 * Cancels up to 1,000 sends that wait, and the follow-ups that wait for them; the same request again changes nothing. Their schedules stay:
 * one that fires for a cancelled send does no harm.
 */
export const cancelMany = async (ports: CancelManyPorts, userId: string, which: CancelFilter): Promise<CancelledMany> => {
  const states = await ports.sends.cancelMany(userId, which);
  const cancelled = [...states].flatMap(([id, status]) => (status === "cancelled" ? [id] : []));
  await publishEvents(ports, "sends", cancelled);
  // What a failed request left behind goes with its repetition, else by the worker when its time comes.
  await endFollowUps(ports, userId, cancelled);
  const ids = "ids" in which ? which.ids : [...states.keys()];
  const remaining = "ids" in which ? 0 : await ports.sends.countUnsent(userId, which.metadata, REMAINING_MAX);
  return { results: ids.map((id) => ({ id, status: states.get(id) })), remaining };
};
