import { patchMessage as operation } from "#shared/contract/inbox.ts";
import { changeMessage, type CorrectPorts } from "#shared/domain/conversations/change-message.ts";
import { insufficientScope } from "#shared/domain/errors.ts";
import { withFullBodies } from "#shared/domain/inbox/fit-page.ts";
import type { Messages } from "#shared/domain/inbox/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { messageOut } from "#shared/mapping/inbox.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { corrections, gate, messages } from "#shared/runtime/store.ts";

/** PATCH /v1/inbox/messages/{id}. */
export const patchMessage = (ports: CorrectPorts & { gate: Gate; messages: Messages }) =>
  endpoint(ports.gate, operation, async ({ userId, key, params, body }) => {
    const corrects = body.kind !== undefined || body.email_job_id !== undefined;
    // What follows cancels sends, brings them back, and suppresses.
    if (corrects && !key.scopes.includes("send")) throw insufficientScope("send");
    const changes = { isRead: body.is_read, kind: body.kind, emailJobId: body.email_job_id };
    return messageOut(await withFullBodies(ports.messages, userId, await changeMessage(ports, userId, params.id, changes)));
  });

export const handler = patchMessage({ gate, messages, corrections, eventOutbox, log });
