import type { Mailbox } from "./mailbox.ts";

const BACKFILL_MS = 30 * 24 * 3_600_000;

/** How sync stands with a mailbox. */
export type InboxSync = Pick<Mailbox, "inboxSyncEnabled" | "inboxSyncFrom" | "inboxEnabledAt">;

/**
 * Sync as a request leaves it (contract/README.md, "Mailboxes"): switching it on pulls back 30 days unless a
 * date is given; `enabled` undefined leaves it as it is.
 */
export const settleInboxSync = (
  current: InboxSync,
  request: { readonly enabled: boolean | undefined; readonly syncFrom: Date | undefined },
  now: Date,
): InboxSync => {
  const enabled = request.enabled ?? current.inboxSyncEnabled;
  const switchedOn = enabled && !current.inboxSyncEnabled;
  // A date that was stored before sync was ever on is still waiting to be used.
  const waiting = current.inboxEnabledAt === undefined ? current.inboxSyncFrom : undefined;
  const backfill = switchedOn ? (waiting ?? new Date(now.getTime() - BACKFILL_MS)) : current.inboxSyncFrom;
  const inboxSyncFrom = request.syncFrom ?? backfill;
  const inboxEnabledAt = switchedOn ? now : current.inboxEnabledAt;
  return { inboxSyncEnabled: enabled, ...(inboxSyncFrom && { inboxSyncFrom }), ...(inboxEnabledAt && { inboxEnabledAt }) };
};
