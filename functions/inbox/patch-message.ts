import { patchMessage as operation } from "#shared/inbox/contract/inbox.ts";
import { byOf } from "#shared/accounts/auth/ports.ts";
import { changeMessage } from "#shared/threads/correct-message.ts";
import { withFullBodies } from "#shared/inbox/fit-page.ts";
import { messageOut } from "#shared/threads/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { clock } from "#shared/platform/system.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";
import { changes, messagesWithBodies as messages } from "#shared/inbox/wiring/stores.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";

const ports = { messages, changes, mailboxes, syncQueue, clock, corrections, eventOutbox, log };

/** PATCH /v1/inbox/messages/{id}. */
export const handler = endpoint(operation, async ({ userId, key, params, body, headers }) => {
  const {
    is_read: isRead,
    is_flagged: isFlagged,
    folder,
    email_job_id: emailJobId,
    auto_class: autoClass,
    returns_on: returnsOn,
    intent,
    kind,
  } = body;
  // The console sends its session's cookie in place of a key.
  const isPerson = key.member !== undefined || (headers["x-api-key"] ?? headers["authorization"]) === undefined;
  const intentBy = intent && (isPerson ? ("person" as const) : ("api" as const));
  const asker = { userId, canSend: key.scopes.includes("send"), by: byOf(key) };
  const changed = { isRead, isFlagged, folder, kind, emailJobId, autoClass, returnsOn, intent, intentBy };
  return messageOut(await withFullBodies(ports.messages, userId, await changeMessage(ports, asker, params.id, changed)));
});
