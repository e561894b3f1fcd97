import type { DeliverPorts } from "./deliver-ports.ts";

/** Notes what a mailbox's server refused for now, in its words; without replies it writes nothing. Never throws: a delivery does not fail for it. */
export const noteRefusals = async (
  { refusals, clock, log }: Pick<DeliverPorts, "refusals" | "clock" | "log">,
  mailboxId: string,
  replies: readonly string[],
): Promise<void> => {
  if (replies.length === 0) return;
  try {
    await refusals.note(mailboxId, clock.now(), replies);
  } catch (error) {
    log.warn("a server's refusals could not be noted", { mailboxId, error });
  }
};
