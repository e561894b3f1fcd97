import { putMail as operation } from "#shared/contract/sandbox.ts";
import { putMail } from "#shared/domain/sandbox/put-mail.ts";
import { ownMailIn, putMailOut } from "#shared/mapping/sandbox.ts";
import { endpoint } from "#shared/runtime/endpoint.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { sandboxMails } from "#shared/runtime/ports/sandbox-mails.ts";
import { wakeWorld } from "#shared/runtime/ports/sandbox-queue.ts";
import { clock } from "#shared/runtime/system.ts";

const ports = { mailboxes, sandboxMails, clock, wake: wakeWorld };

/** POST /v1/sandbox/mails. */
export const handler = endpoint(operation, async ({ userId, body }) => putMailOut(await putMail(ports, userId, ownMailIn(body))));
