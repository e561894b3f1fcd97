import { renewWatches } from "#shared/inbox/hints/renew-watches.ts";
import { hints, hookUrl, isPushOn, ownTopic, beginWatch } from "#shared/inbox/wiring/hints.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { oauthClients } from "#shared/mailboxes/wiring/stores.ts";
import { log } from "#shared/platform/log.ts";
import { ids } from "#shared/platform/system.ts";
import { scheduled } from "#shared/service/job.ts";

/**
 * Renews the mailboxes' push notifications; called every five minutes by EventBridge Scheduler. Does nothing where the stage has them switched off.
 */
export const handler = scheduled(async () => {
  if (!isPushOn()) return;
  const ports = { hints, mailAccounts, oauthClients, beginWatch, hookUrl: hookUrl(), topic: ownTopic(), ids, log };
  log.info("watches renewed", await renewWatches(ports));
});
