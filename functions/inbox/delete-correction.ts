import { deleteCorrection as operation } from "#shared/threads/contract/corrections.ts";
import { takeBackCorrection } from "#shared/threads/correct-message.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { corrections } from "#shared/threads/wiring/stores.ts";
import { eventOutbox } from "#shared/events/wiring.ts";

const ports = { corrections, eventOutbox, log };

/** DELETE /v1/inbox/messages/{id}/correction. */
export const handler = endpoint(operation, async ({ userId, params }) => {
  await takeBackCorrection(ports, userId, params.id);
  return undefined;
});
