import { careForThreads, type CarePorts } from "#shared/domain/conversations/care.ts";
import { publishForgotten, type ForgottenPorts } from "#shared/domain/events/publish.ts";
import { giveWords, type WordsPorts } from "#shared/domain/inbox/give-words.ts";
import { goOnPurging, type PurgePorts } from "#shared/domain/inbox/purge-mailbox.ts";
import { sweep as sweepSends, type SweepPorts } from "#shared/domain/sending/wake/sweep.ts";
import { type CopySweepPorts, sweepCopies } from "#shared/domain/sending/wake/sweep-copies.ts";
import { wakeForgotten, type WakeForgottenPorts } from "#shared/domain/webhooks/deliver-webhook.ts";
import { identified, log } from "#shared/runtime/log.ts";
import { newsroom } from "#shared/runtime/newsroom.ts";
import { wakeUps, webhookQueue } from "#shared/runtime/queues.ts";
import { copies, deliveries, purges, searchWords, sends, threadCare, webhookDeliveries } from "#shared/runtime/store.ts";
import { sweepSteps } from "#shared/runtime/sweep-steps.ts";
import { clock } from "#shared/runtime/system.ts";

/** Every minute, by EventBridge Scheduler. */
export const sweep =
  (ports: SweepPorts & ForgottenPorts & CopySweepPorts & CarePorts & PurgePorts & WakeForgottenPorts & WordsPorts) => () =>
    sweepSteps(ports.log, {
      sends: () => sweepSends(ports),
      events: () => publishForgotten(ports),
      copies: () => sweepCopies(ports),
      threads: () => careForThreads(ports),
      purges: () => goOnPurging(ports),
      webhooks: () => wakeForgotten(ports),
      words: () => giveWords(ports),
    });

export const handler = identified(
  sweep({ deliveries, sends, newsroom, copies, wakeUps, threadCare, purges, webhookDeliveries, webhookQueue, searchWords, clock, log }),
);
