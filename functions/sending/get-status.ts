import { getSendStatus as operation } from "#shared/contract/sending.ts";
import { showSend } from "#shared/http/show-send.ts";
import { gate, mailboxes, sends } from "#shared/runtime/store.ts";
import { clock } from "#shared/runtime/system.ts";

/** GET /v1/send/{id}/status. */
export const handler = showSend({ gate, sends, mailboxes, clock }, operation);
