import { sweep } from "#shared/domain/sweep.ts";
import { log } from "#shared/runtime/log.ts";
import { deliveries } from "#shared/runtime/ports/deliveries.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { forgottenDeliveries as webhookDeliveries } from "#shared/runtime/ports/forgotten-deliveries.ts";
import { purges } from "#shared/runtime/ports/purges.ts";
import { search } from "#shared/runtime/ports/search.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { copies } from "#shared/runtime/ports/sent-copies.ts";
import { threadReconciliation } from "#shared/runtime/ports/thread-reconciliation.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { clock } from "#shared/runtime/system.ts";
import { scheduled } from "#shared/runtime/worker.ts";

const records = { deliveries, sends, copies, eventOutbox, purges, search, threadReconciliation, webhookDeliveries };

/** Every minute, by EventBridge Scheduler. */
export const handler = scheduled(() => sweep({ ...records, wakeUps, webhookQueue, clock, log }));
