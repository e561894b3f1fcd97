import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { IsInMaintenance, Slots } from "#shared/platform/ports.ts";
import { syncMailbox, type SyncPorts, type SyncReport } from "./sync-mailbox.ts";
import { limitName } from "#shared/platform/world.ts";

/** A fresh pull takes about 10 s in all (api/README.md, "Limits"); the rest is for storing the last page. */
const FRESH_MS = 9_500;
/** Fresh pulls of one account at a time (api/README.md, "Inbox"). */
const SLOTS = 2;
/** Mailboxes pulled at the same time; each needs a connection. */
const SIDE_BY_SIDE = 25;
const POLL_MS = 150;
const IN_MAINTENANCE = "the service is in maintenance: nothing is pulled";

/** The dependencies of a fresh pull. */
export interface FreshPorts extends SyncPorts {
  readonly slots: Slots;
  readonly isInMaintenance: IsInMaintenance;
}

/**
 * Pulls mailboxes concurrently within `limitMs`, for a request that then answers from the store. When a pull is in progress it waits for it and then
 * pulls again, so that mail which was on the server before the request is in the answer. Never throws: in maintenance, and when the account already
 * has two fresh pulls, it pulls nothing and reports so.
 */
export const freshPull = async (
  ports: FreshPorts,
  userId: string,
  mailboxes: readonly Mailbox[],
  limitMs = FRESH_MS,
): Promise<readonly SyncReport[]> => {
  const signal = AbortSignal.timeout(limitMs);
  const none = { stored: 0, remaining: 0 };
  if (await ports.isInMaintenance()) return mailboxes.map(({ id }) => ({ mailboxId: id, ...none, error: IN_MAINTENANCE, skipped: "" }));
  const slot = await ports.slots.take(limitName(`fresh ${userId}`), SLOTS, FRESH_MS * 2);
  if (!slot) return mailboxes.map(({ id }) => ({ mailboxId: id, ...none, error: "", skipped: "locked" }));
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

/** Pulls a mailbox until the signal aborts; waits for a pull in progress and then pulls again. Never throws. */
const pullOne = async (ports: SyncPorts, mailbox: Mailbox, signal: AbortSignal): Promise<SyncReport> => {
  for (;;) {
    const report = await syncMailbox(ports, mailbox, { signal, brief: true }).catch((error: unknown): SyncReport => {
      ports.log.error("fresh pull failed", { mailboxId: mailbox.id, error });
      return { mailboxId: mailbox.id, stored: 0, remaining: 0, error: "the mailbox could not be pulled; try again", skipped: "" };
    });
    if (report.skipped !== "locked" || signal.aborted) return report;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};

/** Pulls a mailbox for up to `forMs`; true when everything on its server is stored. Never throws. */
export const pullNow =
  (ports: SyncPorts) =>
  async (mailbox: Mailbox, forMs: number): Promise<boolean> => {
    const { error, skipped, remaining } = await pullOne(ports, mailbox, AbortSignal.timeout(forMs));
    return error === "" && skipped === "" && remaining === 0;
  };
