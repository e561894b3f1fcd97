import { gmailHook as operation } from "#shared/inbox/contract/hooks.ts";
import { takeGmailHints } from "#shared/inbox/hints/take-hints.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { hints, isPushOn } from "#shared/inbox/wiring/hints.ts";
import { signedBy } from "#shared/inbox/wiring/signed-by.ts";
import { syncQueue } from "#shared/inbox/wiring/sync-queue.ts";

const ports = { hints, syncQueue, isOn: isPushOn, signedBy };

/** POST /v1/hooks/gmail. */
export const handler = endpoint(operation, (request) => takeGmailHints(ports, request));
