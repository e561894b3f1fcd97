import { getSendStatus as operation } from "#shared/contract/sending.ts";
import { showSend } from "#shared/http/show-send.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { log } from "#shared/runtime/log.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { isInMaintenance } from "#shared/runtime/ports/maintenance.ts";
import { sends } from "#shared/runtime/ports/sends.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/send/{id}/status. */
export const handler = endpoint(operation, showSend({ sends, mailboxes, clock, isInMaintenance, log }));
