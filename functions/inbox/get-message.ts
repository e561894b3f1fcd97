import { getMessage as operation } from "#shared/contract/inbox.ts";
import { notFound } from "#shared/domain/errors.ts";
import { withFullBodies } from "#shared/domain/inbox/fit-page.ts";
import type { Messages } from "#shared/domain/inbox/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { messageOut } from "#shared/mapping/inbox.ts";
import { gate, messages } from "#shared/runtime/store.ts";

/** GET /v1/inbox/messages/{id}. */
export const getMessage = (ports: { gate: Gate; messages: Messages }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    const message = await ports.messages.find(userId, params.id);
    if (!message) throw notFound("Message");
    return messageOut(await withFullBodies(ports.messages, userId, message));
  });

export const handler = getMessage({ gate, messages });
