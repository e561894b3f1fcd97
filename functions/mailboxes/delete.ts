import { deleteMailbox as operation } from "#shared/contract/mailboxes.ts";
import { deleteMailbox, type DeletePorts } from "#shared/domain/sending/delete-mailbox.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { wakeUps } from "#shared/runtime/queues.ts";
import { deliveries, gate, mailboxes } from "#shared/runtime/store.ts";

/** DELETE /v1/mailboxes/{id}. */
export const remove = (ports: DeletePorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    await deleteMailbox(ports, userId, params.id);
    return undefined;
  });

export const handler = remove({ gate, mailboxes, deliveries, wakeUps });
