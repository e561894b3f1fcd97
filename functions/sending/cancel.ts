import { cancelSend as operation } from "#shared/contract/sending.ts";
import { cancelSend } from "#shared/domain/sending/cancel-send.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { schedules } from "#shared/runtime/ports/delete-schedules.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { sends } from "#shared/runtime/ports/sends.ts";

const ports = { eventOutbox, sends, schedules, log };

/** POST /v1/send/{id}/cancel. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  const { id, status } = await cancelSend(ports, userId, params.id);
  return { id, status };
});
