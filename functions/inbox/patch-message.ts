import { patchMessage as operation } from "#shared/contract/inbox.ts";
import { notFound } from "#shared/domain/errors.ts";
import { withFullBodies } from "#shared/domain/inbox/fit-page.ts";
import type { Messages } from "#shared/domain/inbox/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { messageOut } from "#shared/mapping/inbox.ts";
import { gate, messages } from "#shared/runtime/store.ts";

/** PATCH /v1/inbox/messages/{id}. */
export const patchMessage = (ports: { gate: Gate; messages: Messages }) =>
  endpoint(ports.gate, operation, async ({ userId, params, body }) => {
    const message = await ports.messages.setRead(userId, params.id, body.is_read);
    if (!message) throw notFound("Message");
    return messageOut(await withFullBodies(ports.messages, userId, message));
  });

export const handler = patchMessage({ gate, messages });
