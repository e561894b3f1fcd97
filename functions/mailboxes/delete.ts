import { deleteMailbox as operation } from "#shared/mailboxes/contract/mailboxes.ts";
import { publishEvents } from "#shared/events/publish.ts";
import { purgeMailbox } from "#shared/inbox/purge-mailbox.ts";
import { deleteMailbox } from "#shared/sending/delete-mailbox.ts";
import { logWithdrawal } from "#shared/suppressions/unsubscribe.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { deliveries } from "#shared/sending/wiring/stores.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { purges } from "#shared/inbox/wiring/stores.ts";
import { wakeUps } from "#shared/sending/wiring/send-queue.ts";

const ports = { mailboxes, deliveries, wakeUps, purges, eventOutbox, log };

/** DELETE /v1/mailboxes/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params: { id }, query }) => {
    await deleteMailbox(ports, userId, id);
    logWithdrawal(log, { what: "mailbox", userId, id, purge: query.purge });
    await publishEvents(ports, "mailboxes", [id]);
    if (query.purge) await purgeMailbox(ports, userId, id);
    return undefined;
  }),
);
