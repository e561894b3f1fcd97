import { cancelSends as operation } from "#shared/contract/bulk.ts";
import { cancelMany as cancel, type CancelManyPorts } from "#shared/domain/sending/cancel-many.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { cancelFilterIn, cancelledOut } from "#shared/mapping/bulk.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/event-outbox.ts";
import { gate, sends } from "#shared/runtime/store.ts";

/** POST /v1/send/cancel. */
export const cancelMany = (ports: CancelManyPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, body }) => cancelledOut(await cancel(ports, userId, cancelFilterIn(body))));

export const handler = cancelMany({ gate, eventOutbox, sends, log });
