import { patchSend as operation } from "#shared/contract/sending.ts";
import { moveSend } from "#shared/domain/sending/move-send.ts";
import { readSend } from "#shared/domain/sending/read-send.ts";
import { moveIn, sendRecordOut } from "#shared/mapping/sending.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { schedules } from "#shared/runtime/ports/delete-schedules.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { isInMaintenance } from "#shared/runtime/ports/maintenance.ts";
import { wakeUps } from "#shared/runtime/ports/send-queue.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { sends, mailboxes, schedules, wakeUps, clock, isInMaintenance, log };

/** PATCH /v1/send/{id}. */
export const handler = endpoint(operation, async ({ userId, params: { id }, body: changes }) => {
  await moveSend(ports, userId, id, moveIn(changes));
  const { send, body, wait } = await readSend(ports, userId, id);
  return sendRecordOut(send, body, wait);
});
