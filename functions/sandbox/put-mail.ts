import { putMail as operation, ownMailIn, putMailOut } from "#shared/sandbox/contract.ts";
import { putMail } from "#shared/sandbox/put-mail.ts";
import { endpoint } from "#shared/accounts/wiring/endpoint.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { sandboxMails } from "#shared/sandbox/wiring/stores.ts";
import { wakeWorld } from "#shared/sandbox/wiring/sandbox-queue.ts";
import { clock } from "#shared/platform/system.ts";

const ports = { mailboxes, sandboxMails, clock, wake: wakeWorld };

/** POST /v1/sandbox/mails. */
export const handler = endpoint(operation, async ({ userId, body }) => putMailOut(await putMail(ports, userId, ownMailIn(body))));
