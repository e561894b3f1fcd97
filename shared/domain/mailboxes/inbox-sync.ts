import type { Mailbox } from "./mailbox.ts";

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** The sync settings of a mailbox. */
export type InboxSync = Pick<Mailbox, "inboxSyncEnabled" | "inboxSyncFrom" | "inboxEnabledAt">;

/**
 * The sync settings after a request (contract/README.md, "Mailboxes"): switching sync on pulls the last 30 days unless a date is given; `enabled`
 * undefined leaves it unchanged.
 */
export const settleInboxSync = (
  current: InboxSync,
  request: { readonly enabled: boolean | undefined; readonly syncFrom: Date | undefined },
  now: Date,
): InboxSync => {
  const enabled = request.enabled ?? current.inboxSyncEnabled;
  const switchedOn = enabled && !current.inboxSyncEnabled;
  // A date that was set before sync was ever on has not been used yet.
  const waiting = current.inboxEnabledAt === undefined ? current.inboxSyncFrom : undefined;
  const backfill = switchedOn ? (waiting ?? new Date(now.getTime() - BACKFILL_MS)) : current.inboxSyncFrom;
  const inboxSyncFrom = request.syncFrom ?? backfill;
  const inboxEnabledAt = switchedOn ? now : current.inboxEnabledAt;
  return { inboxSyncEnabled: enabled, ...(inboxSyncFrom && { inboxSyncFrom }), ...(inboxEnabledAt && { inboxEnabledAt }) };
};
