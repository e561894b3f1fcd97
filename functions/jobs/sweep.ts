import { sweep } from "#shared/service/sweep.ts";
import { log } from "#shared/platform/log.ts";
import { deliveries, sends, copies } from "#shared/sending/wiring/stores.ts";
import { dns } from "#shared/platform/wiring/dns.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { forgottenDeliveries as webhookDeliveries } from "#shared/webhooks/wiring/stores.ts";
import { metrics } from "#shared/metrics/wiring.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { purges, search } from "#shared/inbox/wiring/stores.ts";
import { wakeIn } from "#shared/sandbox/wiring/sandbox-queue.ts";
import { wakeUps } from "#shared/sending/wiring/send-queue.ts";
import { threadReconciliation } from "#shared/threads/wiring/stores.ts";
import { webhookQueue } from "#shared/webhooks/wiring/webhooks-queue.ts";
import { dueWorlds as worlds } from "#shared/sandbox/wiring/stores.ts";
import { sequences } from "#shared/sequences/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";
import { scheduled } from "#shared/service/job.ts";

const records = {
  deliveries,
  sends,
  copies,
  mailboxes,
  eventOutbox,
  metrics,
  purges,
  search,
  sequences,
  threadReconciliation,
  webhookDeliveries,
};

const sandbox = { worlds, wakeIn };

/** Does what workers and requests left undone; called every minute by EventBridge Scheduler. */
export const handler = scheduled(() => sweep({ ...records, wakeUps, webhookQueue, dns, sandbox, clock, log }));
