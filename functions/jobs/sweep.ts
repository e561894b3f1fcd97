import { reconcileThreads, type ReconcilePorts } from "#shared/domain/conversations/reconcile-threads.ts";
import { publishForgotten, type ForgottenPorts } from "#shared/domain/events/publish.ts";
import { indexMessages, type IndexPorts } from "#shared/domain/inbox/index-messages.ts";
import { goOnPurging, type PurgePorts } from "#shared/domain/inbox/purge-mailbox.ts";
import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { type CopySweepPorts, sweepCopies } from "#shared/domain/sending/wake/sweep-copies.ts";
import { wakeForgotten, type WakeForgottenPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { log } from "#shared/runtime/log.ts";
import { deliveries } from "#shared/runtime/ports/deliveries.ts";
import { forgottenDeliveries as webhookDeliveries } from "#shared/runtime/ports/forgotten-deliveries.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { purges } from "#shared/runtime/ports/purges.ts";
import { search } from "#shared/runtime/ports/search.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { copies } from "#shared/runtime/ports/sent-copies.ts";
import { threadReconciliation } from "#shared/runtime/ports/thread-reconciliation.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { sweepSteps } from "#shared/runtime/sweep-steps.ts";
import { clock } from "#shared/runtime/system.ts";
import { scheduled } from "#shared/runtime/worker.ts";

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

export const handler = scheduled(
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
