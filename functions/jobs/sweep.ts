import { sweep } from "#shared/domain/sweep.ts";
import { log } from "#shared/runtime/log.ts";
import { deliveries } from "#shared/runtime/ports/deliveries.ts";
import { dns } from "#shared/runtime/ports/dns.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { forgottenDeliveries as webhookDeliveries } from "#shared/runtime/ports/forgotten-deliveries.ts";
import { metrics } from "#shared/runtime/ports/metrics.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { purges } from "#shared/runtime/ports/purges.ts";
import { search } from "#shared/runtime/ports/search.ts";
import { wakeIn } from "#shared/runtime/ports/sandbox-queue.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { copies } from "#shared/runtime/ports/sent-copies.ts";
import { threadReconciliation } from "#shared/runtime/ports/thread-reconciliation.ts";
import { webhookQueue } from "#shared/runtime/ports/webhooks-queue.ts";
import { dueWorlds as worlds } from "#shared/runtime/ports/due-worlds.ts";
import { clock } from "#shared/runtime/system.ts";
import { scheduled } from "#shared/runtime/worker.ts";

const records = { deliveries, sends, copies, mailboxes, eventOutbox, metrics, purges, search, threadReconciliation, webhookDeliveries };

const sandbox = { worlds, wakeIn };

/** Called every minute by EventBridge Scheduler. */
export const handler = scheduled(() => sweep({ ...records, wakeUps, webhookQueue, dns, sandbox, clock, log }));
