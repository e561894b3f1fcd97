import { getSend as operation } from "#shared/contract/sending.ts";
import type { Sends } from "#shared/domain/sending/ports.ts";
import { readSend } from "#shared/domain/sending/read-send.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { sendRecordOut } from "#shared/mapping/sending.ts";
import { gate, sends } from "#shared/runtime/store.ts";

/** GET /v1/send/{id}/status. */
export const getStatus = (ports: { gate: Gate; sends: Pick<Sends, "find" | "bodies"> }) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id } }) => {
    const { send, body } = await readSend(ports.sends, userId, id);
    return sendRecordOut(send, body);
  });

export const handler = getStatus({ gate, sends });
