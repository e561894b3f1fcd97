import { cancelSend as operation } from "#shared/contract/sending.ts";
import { type CancelPorts, cancelSend } from "#shared/domain/sending/cancel-send.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { schedules } from "#shared/runtime/queues.ts";
import { gate, sends } from "#shared/runtime/store.ts";

/** POST /v1/send/{id}/cancel. */
export const cancel = (ports: CancelPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params }) => {
    const { id, status } = await cancelSend(ports, userId, params.id);
    return { id, status };
  });

export const handler = cancel({ gate, eventOutbox, sends, schedules, log });
