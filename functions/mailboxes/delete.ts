import { deleteMailbox as operation } from "#shared/contract/mailboxes.ts";
import { deleteMailbox } from "#shared/domain/mailboxes/delete-mailbox.ts";
import type { Mailboxes } from "#shared/domain/mailboxes/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { gate, mailboxes } from "#shared/runtime/store.ts";

/** DELETE /v1/mailboxes/{id}. */
export const remove = (ports: { gate: Gate; mailboxes: Mailboxes }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    await deleteMailbox(ports, userId, params.id);
    return undefined;
  });

export const handler = remove({ gate, mailboxes });
