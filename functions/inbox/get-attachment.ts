import { getAttachment as operation } from "#shared/contract/inbox.ts";
import { readAttachment } from "#shared/domain/inbox/attachments.ts";
import { attachmentOutRaw } from "#shared/mapping/inbox.ts";
import { outsideEndpoint } from "#shared/runtime/outside-endpoint.ts";
import { mailAccounts } from "#shared/runtime/ports/mail-accounts.ts";
import { mailReader } from "#shared/runtime/ports/mail-reader.ts";
import { mailboxes } from "#shared/runtime/ports/mailboxes.ts";
import { messages } from "#shared/runtime/ports/messages.ts";

const ports = { messages, mailboxes, mailAccounts, mailReader };

/** GET /v1/inbox/messages/{id}/attachments/{index}. */
export const handler = outsideEndpoint(operation, async ({ userId, params, headers }) =>
  attachmentOutRaw(await readAttachment(ports, userId, { messageId: params.id, index: params.index, range: headers["range"] })),
);
