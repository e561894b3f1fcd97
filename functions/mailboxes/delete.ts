import { deleteMailbox as operation } from "#shared/contract/mailboxes.ts";
import { publishEvents } from "#shared/domain/events/publish.ts";
import { purgeMailbox } from "#shared/domain/inbox/purge-mailbox.ts";
import { deleteMailbox } from "#shared/domain/sending/delete-mailbox.ts";
import { noteWithdrawal } from "#shared/domain/withdrawals.ts";
import { audited } from "#shared/runtime/audited.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { deliveries } from "#shared/runtime/ports/deliveries.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { purges } from "#shared/runtime/ports/purges.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";

const ports = { mailboxes, deliveries, wakeUps, purges, eventOutbox, log };

/** DELETE /v1/mailboxes/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, params: { id }, query }) => {
    await deleteMailbox(ports, userId, id);
    noteWithdrawal(log, { what: "mailbox", userId, id, purge: query.purge });
    await publishEvents(ports, "mailboxes", [id]);
    if (query.purge) await purgeMailbox(ports, userId, id);
    return undefined;
  }),
);
