import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { pullOne } from "./fresh-pull.ts";
import type { SyncPorts } from "./sync-mailbox.ts";

/** Pulls a mailbox for up to `forMs`; true when everything on its server is stored. Never throws. */
export const pullNow =
  (ports: SyncPorts) =>
  async (mailbox: Mailbox, forMs: number): Promise<boolean> => {
    const { error, skipped, remaining } = await pullOne(ports, mailbox, AbortSignal.timeout(forMs));
    return error === "" && skipped === "" && remaining === 0;
  };
