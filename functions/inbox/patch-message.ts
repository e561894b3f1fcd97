import { patchMessage as operation } from "#shared/contract/inbox.ts";
import { changeMessage } from "#shared/domain/conversations/change-message.ts";
import { insufficientScope } from "#shared/domain/errors.ts";
import { withFullBodies } from "#shared/domain/inbox/fit-page.ts";
import { messageOut } from "#shared/mapping/inbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { corrections } from "#shared/runtime/ports/corrections.ts";
import { messages } from "#shared/runtime/ports/messages.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";

const ports = { messages, corrections, eventOutbox, log };

/** PATCH /v1/inbox/messages/{id}. */
export const handler = endpoint(operation, async ({ userId, key, params, body }) => {
  const corrects = body.kind !== undefined || body.email_job_id !== undefined;
  // A correction may cancel, restore and suppress.
  if (corrects && !key.scopes.includes("send")) throw insufficientScope("send");
  const changes = { isRead: body.is_read, kind: body.kind, emailJobId: body.email_job_id };
  return messageOut(await withFullBodies(ports.messages, userId, await changeMessage(ports, userId, params.id, changes)));
});
