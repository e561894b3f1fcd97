import { reconcileThreads, type ReconcilePorts } from "#shared/domain/conversations/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "#shared/domain/events/publish.ts";
import { indexMessages, type IndexPorts } from "#shared/domain/inbox/index-messages.ts";
import { goOnPurging, type PurgePorts } from "#shared/domain/inbox/purge-mailbox.ts";
import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { type CopySweepPorts, sweepCopies } from "#shared/domain/sending/wake/sweep-copies.ts";
import { wakeForgotten, type WakeForgottenPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { identified, log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { wakeUps, webhookQueue } from "#shared/runtime/queues.ts";
import { copies, deliveries, purges, search, sends, threadReconciliation, webhookDeliveries } from "#shared/runtime/store.ts";
import { sweepSteps } from "#shared/runtime/sweep-steps.ts";
import { clock } from "#shared/runtime/system.ts";

/** Every minute, by EventBridge Scheduler. */
export const sweep =
  (ports: SweepPorts & ForgottenPorts & CopySweepPorts & ReconcilePorts & PurgePorts & WakeForgottenPorts & IndexPorts) => () =>
    sweepSteps(ports.log, {
      sends: () => sweepSends(ports),
      events: () => publishForgotten(ports),
      copies: () => sweepCopies(ports),
      threads: () => reconcileThreads(ports),
      purges: () => goOnPurging(ports),
      webhooks: () => wakeForgotten(ports),
      search: () => indexMessages(ports),
    });

export const handler = identified(
  sweep({
    deliveries,
    sends,
    eventOutbox,
    copies,
    wakeUps,
    threadReconciliation,
    purges,
    webhookDeliveries,
    webhookQueue,
    search,
    clock,
    log,
  }),
);
