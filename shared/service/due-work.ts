import { pendingEvents } from "#shared/events/store/event-outbox.ts";
import { openPurges } from "#shared/inbox/store/purges.ts";
import { unsearched } from "#shared/inbox/store/message-documents.ts";
import { uncounted } from "#shared/metrics/store.ts";
import type { DueRecords } from "#shared/platform/mongo/due-records.ts";
import { arrivingMail, comingClicks } from "#shared/sandbox/store/sandbox-mails.ts";
import { dueSends, expiredLeases, lateSends, unapprovedSends, waitingCopies } from "#shared/sending/store/due-sends.ts";
import { unsettledSequences } from "#shared/sequences/store/sequences.ts";
import { endedSnoozes, openMarkings, openMerges, uncountedSends } from "#shared/threads/store/thread-reconciliation.ts";
import { dueDeliveries, untestedWebhooks } from "#shared/webhooks/store/webhook-deliveries.ts";

/**
 * Every kind of due work, by the step that does it, in the order in which it is done: by the sweeper (sweep.ts) and in test worlds
 * (sandbox/store/agenda.ts). The first two are a world's alone: its people. What is due at live mailboxes is each one's turn (inbox/pull/polling.ts).
 */
export const dueWork = {
  clicks: [comingClicks],
  pulls: [arrivingMail],
  snoozes: [endedSnoozes],
  sends: [expiredLeases, lateSends, unapprovedSends, dueSends],
  copies: [waitingCopies],
  sequences: [unsettledSequences],
  events: pendingEvents,
  threads: [uncountedSends, openMerges, openMarkings],
  purges: [openPurges],
  webhooks: [dueDeliveries, untestedWebhooks],
  search: unsearched,
  metrics: uncounted,
} as const satisfies Readonly<Record<string, readonly DueRecords[]>>;

/** A step that does due work. */
export type DueStep = keyof typeof dueWork;
