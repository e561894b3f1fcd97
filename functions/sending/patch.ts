import { patchSend as operation } from "#shared/sending/contract/sending.ts";
import { conflict } from "#shared/platform/errors.ts";
import { editHeld } from "#shared/sending/held.ts";
import { rescheduleSend } from "#shared/sending/waiting-sends.ts";
import { readSend } from "#shared/sending/read-send.ts";
import { isHeld, assertMayChange } from "#shared/sending/send.ts";
import { mailboxesWithin } from "#shared/accounts/auth/bounds.ts";
import { changesIn, isMove, sendRecordOut } from "#shared/sending/wire.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { schedules } from "#shared/sending/wiring/delete-schedules.ts";
import { approving, orCurrent } from "#shared/sending/wiring/approving.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";

/** Loaded on first use, because most changes name no other mailbox. */
const choosing = async () => (await import("#shared/sending/wiring/choosing.ts")).choosing;

const ports = { ...approving, choosing, schedules, isInMaintenance };

/** PATCH /v1/send/{id}. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params: { id }, body: changes }) => {
    const within = { ...ports, mailboxes: mailboxesWithin(ports.mailboxes, key.bounds) };
    const before = await ports.sends.find(userId, id);
    if (before) assertMayChange(before, key);
    if (before && !isHeld(before) && !isMove(changes))
      throw conflict("The send cannot be changed", `only its time can: it does not wait for approval, it is ${before.status}`);
    if (before && isHeld(before)) await orCurrent(ports, key, id, () => editHeld(within, userId, id, changesIn(changes), key));
    else await rescheduleSend(ports, userId, id, changesIn(changes));
    const { send, body, wait } = await readSend(ports, userId, id);
    return sendRecordOut(send, body, wait);
  }),
);
