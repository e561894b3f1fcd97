import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { ClaimedDraft } from "../ports.ts";
import type { Send } from "../send.ts";
import type { DeliverPorts } from "./deliver-ports.ts";
import type { Leave } from "./leave-after-original.ts";

/** How long a claim waits for the mailbox's server, ms. */
const PULL_MS = 10_000;
/** How long a send waits whose server could not be asked, ms. */
const ASK_AGAIN_MS = 300_000;

/** Pulls the mailbox once for a claim in which an answer may stop a send; false when its server could not be asked. Never throws. */
export const askForAnswers = async (
  { answers, log }: Pick<DeliverPorts, "answers" | "log">,
  mailbox: Mailbox,
  drafts: readonly ClaimedDraft[],
): Promise<boolean> => {
  if (drafts.every(({ send }) => send.cancelOn === undefined)) return true;
  try {
    return await answers.pull(mailbox, PULL_MS);
  } catch (error) {
    log.warn("a mailbox could not be asked for answers", { mailboxId: mailbox.id, error });
    return false;
  }
};

/** Whether a send may leave as far as answers are concerned: what is stored decides, once the server was asked. */
export const mayLeaveUnanswered = async ({ answers }: Pick<DeliverPorts, "answers">, send: Send, wasAsked: boolean): Promise<Leave> => {
  if (!send.cancelOn) return { kind: "ready" };
  const reason = await answers.to(send);
  if (reason) return { kind: "cancelled", reason };
  if (wasAsked || send.cancelOnUnknown === "send") return { kind: "ready" };
  return { kind: "waits", afterMs: ASK_AGAIN_MS, lastError: "the mailbox could not be asked whether an answer has come" };
};
