import { cancelSends as operation } from "#shared/contract/bulk.ts";
import { cancelMany as cancel } from "#shared/domain/sending/cancel-many.ts";
import { cancelFilterIn, cancelledOut } from "#shared/mapping/bulk.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { eventOutbox } from "#shared/runtime/ports/event-outbox.ts";
import { sends } from "#shared/runtime/ports/sends.ts";

const ports = { eventOutbox, sends, log };

/** POST /v1/send/cancel. */
export const handler = endpoint(operation, async ({ userId, body, within }) =>
  cancelledOut(await cancel(ports, userId, cancelFilterIn(body), await within())),
);
