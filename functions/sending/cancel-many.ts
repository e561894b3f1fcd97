import { cancelSends as operation } from "#shared/sending/contract/batch.ts";
import { cancelMany as cancel } from "#shared/sending/waiting-sends.ts";
import { cancelFilterIn, cancelledOut } from "#shared/sending/wire.ts";
import { byOf } from "#shared/accounts/auth/ports.ts";
import { ownOnly } from "#shared/sending/send.ts";
import { audited, endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { eventOutbox } from "#shared/events/wiring.ts";
import { sends } from "#shared/sending/wiring/stores.ts";

const ports = { eventOutbox, sends, log };

/** POST /v1/send/cancel. */
export const handler = endpoint(
  operation,
  audited(operation, async ({ userId, key, body, within }) =>
    cancelledOut(await cancel(ports, userId, cancelFilterIn(body), { mailboxIds: await within(), heldBy: ownOnly(key), by: byOf(key) })),
  ),
);
