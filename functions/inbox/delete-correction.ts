import { deleteCorrection as operation } from "#shared/contract/corrections.ts";
import { type CorrectPorts, takeBackCorrection } from "#shared/domain/conversations/change-message.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { corrections, gate } from "#shared/runtime/store.ts";

/** DELETE /v1/inbox/messages/{id}/correction. */
export const deleteCorrection = (ports: Omit<CorrectPorts, "messages"> & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    await takeBackCorrection(ports, userId, params.id);
    return undefined;
  });

export const handler = deleteCorrection({ gate, corrections, eventOutbox, log });
