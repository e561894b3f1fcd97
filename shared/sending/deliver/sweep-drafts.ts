import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { StrayDraft, Submission } from "../ports/submission.ts";
import type { Send } from "../send.ts";
import { isTrackedBy, trackedId } from "../email.ts";
import type { DeliverPorts } from "./deliver-ports.ts";

const ENDED: ReadonlySet<string> = new Set(["sent", "failed", "cancelled"]);

/**
 * Removes drafts that no attempt will send: their worker died before its intent, and the email has ended otherwise, or has another draft. An email
 * that still waits removes its own drafts. Never throws: a draft that could not be removed is tried again with the next connection.
 */
export const sweepDrafts = async (
  { sends, log }: Pick<DeliverPorts, "sends" | "log">,
  { id: mailboxId, userId }: Pick<Mailbox, "id" | "userId">,
  { strays = [], discard }: Pick<Submission, "strays" | "discard">,
): Promise<void> => {
  try {
    for (const stray of strays) {
      const id = trackedId(stray.tracking);
      const send = id === undefined ? undefined : await sends.find(userId, id);
      if (send?.mailboxId === mailboxId && isLeft(send, stray)) await discard?.(stray.id);
    }
  } catch (error) {
    log.warn("stray drafts could not be looked for", { mailboxId, error });
  }
};

/** Whether a draft is a leftover. The draft that was sent never is: a list may still show it for a while. */
const isLeft = (send: Send, { id, tracking, recipients }: StrayDraft): boolean =>
  isTrackedBy(send, tracking, recipients) && (send.draftId === undefined ? ENDED.has(send.status) : send.draftId !== id);
