import type { Mailbox } from "../../mailboxes/mailbox.ts";
import type { Slots } from "../../ports.ts";
import { syncMailbox, type SyncPorts, type SyncReport } from "./sync-mailbox.ts";

/** A fresh pull lasts about 10 s in all (contract/README.md, "Limits"); what it has stored then is written within the rest. */
const FRESH_MS = 9_500;
/** At most two at a time per account (contract/README.md, "Inbox"). */
const SLOTS = 2;
/** Every mailbox is a connection of its own. */
const SIDE_BY_SIDE = 25;
const POLL_MS = 150;

/**
 * Pulls the mailboxes side by side within the time, for a request that then answers from the store. A pull that is under way is waited
 * for and followed by an own one, so that mail which was on the server before the request is in the answer. Never fails: beyond two pulls of an account at a time it pulls nothing, and says so.
 */
export const freshPull = async (
  ports: SyncPorts & { readonly slots: Slots },
  userId: string,
  mailboxes: readonly Mailbox[],
  limitMs = FRESH_MS,
): Promise<readonly SyncReport[]> => {
  const signal = AbortSignal.timeout(limitMs);
  const slot = await ports.slots.take(`fresh ${userId}`, SLOTS, FRESH_MS * 2);
  if (!slot) return mailboxes.map(({ id }) => ({ mailboxId: id, stored: 0, remaining: 0, error: "", skipped: "locked" }));
  try {
    const reports: SyncReport[] = [];
    const waiting = mailboxes.entries();
    const worker = async () => {
      for (const [i, mailbox] of waiting) reports[i] = await pullOne(ports, mailbox, signal);
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    return reports;
  } finally {
    await slot.free();
  }
};

/** Pulls a mailbox until the signal; one that is under way is waited for and followed by an own one. Never throws. */
export const pullOne = async (ports: SyncPorts, mailbox: Mailbox, signal: AbortSignal): Promise<SyncReport> => {
  for (;;) {
    const report = await syncMailbox(ports, mailbox, { signal, brief: true }).catch((error: unknown): SyncReport => {
      ports.log.error("fresh pull failed", { mailboxId: mailbox.id, error });
      return { mailboxId: mailbox.id, stored: 0, remaining: 0, error: "the mailbox could not be pulled; try again", skipped: "" };
    });
    if (report.skipped !== "locked" || signal.aborted) return report;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
