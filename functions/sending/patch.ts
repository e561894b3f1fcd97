import { patchSend as operation } from "#shared/contract/sending.ts";
import { type MovePorts, moveSend } from "#shared/domain/sending/move-send.ts";
import { type ReadPorts, readSend } from "#shared/domain/sending/read-send.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { moveIn, sendRecordOut } from "#shared/mapping/sending.ts";
import { log } from "#shared/runtime/log.ts";
import { schedules, wakeUps } from "#shared/runtime/queues.ts";
import { gate, mailboxes, sends } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** PATCH /v1/send/{id}. */
export const patch = (ports: MovePorts & ReadPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params: { id }, body: changes }) => {
    await moveSend(ports, userId, id, moveIn(changes));
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait);
  });

export const handler = patch({ gate, sends, mailboxes, schedules, wakeUps, clock, log });
