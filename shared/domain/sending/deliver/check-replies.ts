import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Send } from "../send.ts";
import { UNCLEAR_LOOK_MS, UNCLEAR_MAX_MS } from "../timing.ts";
import { UNCLEAR_ANSWER } from "../waiting.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Leave } from "./wait-for-parent.ts";

/** How long a claim waits for the IMAP server of its mailbox, ms. */
const PULL_MS = 10_000;
/** How long a send waits when the server could not be asked for replies, ms. */
const CHECK_AGAIN_MS = 300_000;

/** Pulls the mailbox to find new replies; false when the server could not be asked. Never throws. */
export const checkReplies = async ({ answers, log }: Pick<DeliverPorts, "answers" | "log">, mailbox: Mailbox): Promise<boolean> => {
  try {
    return await answers.pull(mailbox, PULL_MS);
  } catch (error) {
    log.warn("a mailbox could not be asked for answers", { mailboxId: mailbox.id, error });
    return false;
  }
};

/**
 * Whether a send may leave although replies can cancel it: the stored mail decides, after the server was asked. An answer with one sign alone cancels
 * nothing at once: the send waits 72 hours for a person's correction.
 */
export const mayLeaveByReplies = async (
  { answers, clock }: Pick<DeliverPorts, "answers" | "clock">,
  send: Send,
  ask: () => Promise<boolean>,
): Promise<Leave> => {
  if (!send.cancelOn) return { kind: "ready" };
  const isChecked = await ask();
  const reason = await answers.to(send);
  if (reason === "answer_unclear") return judgeUnclear(send, clock.now());
  if (reason) return { kind: "cancelled", reason };
  if (isChecked || send.cancelOnUnknown === "send") return { kind: "ready" };
  return { kind: "waits", afterMs: CHECK_AGAIN_MS, lastError: "the mailbox could not be checked for answers" };
};

const judgeUnclear = ({ unclearSince, cancelOnUnknown }: Send, now: Date): Leave => {
  const leftMs = UNCLEAR_MAX_MS - (unclearSince ? now.getTime() - unclearSince.getTime() : 0);
  if (leftMs > 0) return { kind: "waits", afterMs: Math.min(leftMs, UNCLEAR_LOOK_MS), lastError: UNCLEAR_ANSWER, isUnclear: true };
  return cancelOnUnknown === "send" ? { kind: "ready" } : { kind: "cancelled", reason: "answer_unclear" };
};
