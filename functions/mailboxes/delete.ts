import { deleteMailbox as operation } from "#shared/contract/mailboxes.ts";
import { publishEvents, type PublishPorts } from "#shared/domain/events/publish.ts";
import { purgeMailbox, type PurgePorts } from "#shared/domain/inbox/purge-mailbox.ts";
import { deleteMailbox, type DeletePorts } from "#shared/domain/sending/delete-mailbox.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { deliveries, gate, mailboxes, purges } from "#shared/runtime/store.ts";

/** DELETE /v1/mailboxes/{id}. */
export const remove = (ports: DeletePorts & PurgePorts & PublishPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id }, query }) => {
    await deleteMailbox(ports, userId, id);
    await publishEvents(ports, "mailboxes", [id]);
    if (query.purge) await purgeMailbox(ports, userId, id);
    return undefined;
  });

export const handler = remove({ gate, mailboxes, deliveries, wakeUps, purges, eventOutbox, log });
