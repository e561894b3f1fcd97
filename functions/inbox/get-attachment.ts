import { getAttachment as operation } from "#shared/contract/inbox.ts";
import { type AttachmentPorts, readAttachment } from "#shared/domain/inbox/attachments.ts";
import { endpoint, type Gate } from "#shared/http/endpoint.ts";
import { attachmentOutRaw } from "#shared/mapping/inbox.ts";
import { mailAccounts, mailReader } from "#shared/runtime/mail.ts";
import { gate, mailboxes, messages } from "#shared/runtime/store.ts";

/** GET /v1/inbox/messages/{id}/attachments/{index}. */
export const getAttachment = (ports: AttachmentPorts & { gate: Gate }) =>
  endpoint(ports.gate, operation, async ({ userId, params, headers }) =>
    attachmentOutRaw(await readAttachment(ports, userId, { messageId: params.id, index: params.index, range: headers["range"] })),
  );

export const handler = getAttachment({ gate, messages, mailboxes, mailAccounts, mailReader });
