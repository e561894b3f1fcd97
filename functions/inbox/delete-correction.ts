import { deleteCorrection as operation } from "#shared/contract/corrections.ts";
import { takeBackCorrection } from "#shared/domain/conversations/change-message.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { corrections } from "#shared/runtime/ports/corrections.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";

const ports = { corrections, eventOutbox, log };

/** DELETE /v1/inbox/messages/{id}/correction. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  await takeBackCorrection(ports, userId, params.id);
  return undefined;
});
