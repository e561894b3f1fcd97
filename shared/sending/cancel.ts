import { publishEvents } from "#shared/events/publish.ts";
import { endFollowUps, type EndPorts } from "./follow-ups.ts";
import type { CancelFilter, Cancelling, Sends, Within } from "./ports/sends.ts";
import { isHeld, type SendStatus, type Send } from "./send.ts";
import { conflict, insufficientScope, notFound } from "#shared/platform/errors.ts";
import type { Schedules } from "./ports/wake-ups.ts";
import { isWaiting } from "./transitions.ts";
import { forgetSchedule } from "./wake/plan-wakes.ts";

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
 * Cancels up to 1,000 waiting sends and their waiting follow-ups; repeating the request changes nothing more. Their schedules stay, because one that
 * fires for a cancelled send has no effect.
 */
export const cancelMany = async (ports: CancelManyPorts, userId: string, which: CancelFilter, within?: Within): Promise<CancelledMany> => {
  const states = await ports.sends.cancelMany(userId, which, within);
  const cancelled = [...states].flatMap(([id, status]) => (status === "cancelled" ? [id] : []));
  await publishEvents(ports, "sends", cancelled);
  // Follow-ups that a failed request left behind are ended by its repetition, or by the worker at their time.
  await endFollowUps(ports, userId, cancelled);
  const ids = "ids" in which ? which.ids : [...states.keys()];
  const remaining = "ids" in which ? 0 : await ports.sends.countUnsent(userId, which.metadata, REMAINING_MAX, within);
  return { results: ids.map((id) => ({ id, status: states.get(id) })), remaining };
};

/** The ports of cancelling. */
export interface CancelPorts extends EndPorts {
  readonly sends: Pick<Sends, "find" | "cancel" | "endFollowUps">;
  readonly schedules: Pick<Schedules, "delete">;
}

/** How many times a refused cancel is tried: a worker may hold the send only for the moment in which it finds that the send cannot leave yet. */
export const TRIES = 5;

/**
 * Cancels a queued or scheduled send and the follow-ups that wait for it; from then on no SMTP connection is made for them (G9 in
 * shared/README.md). Throws 403 for what a key that may only draft does not hold itself, 404, and 409 in any other state.
 */
export const cancelSend = async (ports: CancelPorts, userId: string, id: string, how: Cancelling = {}, again = TRIES): Promise<Send> => {
  const cancelled = await ports.sends.cancel(userId, id, how);
  if (!cancelled) {
    const send = await ports.sends.find(userId, id);
    if (!send) throw notFound("Send");
    if (how.heldBy !== undefined && (send.heldBy !== how.heldBy || send.approvedAt)) throw insufficientScope("send");
    if (how.reason !== undefined && isWaiting(send) && !isHeld(send))
      throw conflict("The send cannot be rejected", "it does not wait for approval: cancel it without a reason");
    if (how.draft) throw conflict("The send is not deleted", `it is no draft: it is ${send.status}`);
    if (isWaiting(send) && again > 0) return cancelSend(ports, userId, id, how, again - 1);
    throw conflict("The send cannot be cancelled", `the send is ${send.status}`);
  }
  await publishEvents(ports, "sends", [id]);
  await Promise.all([forgetSchedule(ports, cancelled), endFollowUps(ports, userId, [id])]).catch((error: unknown) =>
    ports.log.warn("after-work of a cancelled send failed", { sendId: id, error }),
  );
  return cancelled;
};
