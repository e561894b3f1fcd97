import { getSend as operation } from "#shared/contract/sending.ts";
import { type ReadPorts, readSend } from "#shared/domain/sending/read-send.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { sendRecordOut } from "#shared/mapping/sending.ts";
import { gate, mailboxes, sends } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/send/{id}/status. */
export const getStatus = (ports: ReadPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id } }) => {
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait);
  });

export const handler = getStatus({ gate, sends, mailboxes, clock });
