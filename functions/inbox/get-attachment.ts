import { getAttachment as operation } from "#shared/inbox/contract/inbox.ts";
import { readAttachment } from "#shared/inbox/attachments.ts";
import { attachmentOutRaw } from "#shared/threads/wire.ts";
import { outsideEndpoint } from "#shared/accounts/wiring/outside-calls.ts";
import { mailAccounts } from "#shared/mailboxes/wiring/mail-accounts.ts";
import { mailReader } from "#shared/mailboxes/wiring/transports.ts";
import { mailboxes } from "#shared/mailboxes/wiring/stores.ts";
import { messages } from "#shared/inbox/wiring/stores.ts";

const ports = { messages, mailboxes, mailAccounts, mailReader };

/** GET /v1/inbox/messages/{id}/attachments/{index}. */
export const handler = outsideEndpoint(operation, async ({ userId, params, headers }) =>
  attachmentOutRaw(await readAttachment(ports, userId, { messageId: params.id, index: params.index, range: headers["range"] })),
);
