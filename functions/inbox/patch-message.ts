import { patchMessage as operation } from "#shared/inbox/contract/inbox.ts";
import { changeMessage } from "#shared/threads/correct-message.ts";
import { insufficientScope } from "#shared/platform/errors.ts";
import { withFullBodies } from "#shared/inbox/fit-page.ts";
import { messageOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";
import { messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";

const ports = { messages, corrections, eventOutbox, log };

/** PATCH /v1/inbox/messages/{id}. */
export const handler = endpoint(operation, async ({ userId, key, params, body }) => {
  const { is_read: isRead, email_job_id: emailJobId, auto_class: autoClass, returns_on: returnsOn, kind } = body;
  const corrects = [kind, emailJobId, autoClass, returnsOn].some((value) => value !== undefined);
  // A correction may cancel, restore and suppress.
  if (corrects && !key.scopes.includes("send")) throw insufficientScope("send");
  const changes = { isRead, kind, emailJobId, autoClass, returnsOn };
  return messageOut(await withFullBodies(ports.messages, userId, await changeMessage(ports, userId, params.id, changes)));
});
