import { getSend as operation } from "#shared/sending/contract/sending.ts";
import { showSend } from "#shared/sending/read-send.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { log } from "#shared/platform/log.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { isInMaintenance } from "#shared/platform/wiring/maintenance.ts";
import { sendsWithBodies as sends } from "#shared/sending/wiring/stores.ts";
import { clock } from "#shared/platform/system.ts";

/** GET /v1/send/{id}. */
export const handler = endpoint(operation, showSend({ sends, mailboxes, clock, isInMaintenance, log }));
