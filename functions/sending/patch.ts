import { patchSend as operation } from "#shared/sending/contract/sending.ts";
import { rescheduleSend } from "#shared/sending/reschedule-send.ts";
import { readSend } from "#shared/sending/read-send.ts";
import { moveIn, sendRecordOut } from "#shared/sending/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { schedules } from "#shared/sending/wiring/delete-schedules.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { wakeUps } from "#shared/sending/wiring/send-queue.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { sends, mailboxes, schedules, wakeUps, clock, isInMaintenance, log };

/** PATCH /v1/send/{id}. */
export const handler = endpoint(operation, async ({ userId, params: { id }, body: changes }) => {
  await rescheduleSend(ports, userId, id, moveIn(changes));
  const { send, body, wait } = await readSend(ports, userId, id);
  return sendRecordOut(send, body, wait);
});
