import { approveSend as operation } from "#shared/sending/contract/held.ts";
import { approveHeld } from "#shared/sending/approve-held.ts";
import { approvedOut } from "#shared/sending/wire.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { approving, approverOf, orCurrent } from "#shared/sending/wiring/approving.ts";

const ports = { ...approving, isInMaintenance };

/** POST /v1/send/{id}/approve. */
export const handler = endpoint(operation, async (request) => {
  const { userId, key, params, body, within } = request;
  const asked = { revision: body.revision, evenIfAnswered: body.even_if_answered, ifLastMessageId: body.if_last_message_id };
  const send = await orCurrent(ports, key, params.id, async () =>
    approveHeld(ports, { userId, id: params.id, within: await within() }, asked, approverOf(operation, request)),
  );
  return approvedOut(send);
});
