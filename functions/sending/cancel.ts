import { cancelSend as operation } from "#shared/sending/contract/sending.ts";
import { cancelSend } from "#shared/sending/waiting-sends.ts";
import { byOf } from "#shared/accounts/auth/ports.ts";
import { ownOnly } from "#shared/sending/send.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { schedules } from "#shared/sending/wiring/delete-schedules.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { sends } from "#shared/sending/wiring/stores.ts";

const ports = { eventOutbox, sends, schedules, log };

/** POST /v1/send/{id}/cancel. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, params, body: { reason, draft } }) => {
    const { id, status } = await cancelSend(ports, userId, params.id, { heldBy: ownOnly(key), by: byOf(key), reason, draft });
    return { id, status };
  }),
);
