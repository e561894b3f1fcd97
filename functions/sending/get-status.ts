import { getSend as operation } from "#shared/contract/sending.ts";
import { notFound } from "#shared/domain/errors.ts";
import type { Sends } from "#shared/domain/sending/ports.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { sendRecordOut } from "#shared/mapping/sending.ts";
import { gate, sends } from "#shared/runtime/store.ts";

/** GET /v1/send/{id}/status. */
export const getStatus = (ports: { gate: Gate; sends: Pick<Sends, "find" | "bodies"> }) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id } }) => {
    const [send, bodies] = await Promise.all([ports.sends.find(userId, id), ports.sends.bodies(userId, [id])]);
    if (!send) throw notFound("Send");
    return sendRecordOut(send, bodies.get(id));
  });

export const handler = getStatus({ gate, sends });
