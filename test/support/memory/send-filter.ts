import type { SendFilter } from "#shared/domain/sending/ports.ts";
import { allRecipients } from "#shared/domain/sending/recipients.ts";
import type { Send } from "#shared/domain/sending/send.ts";

/** Whether a filter of the log takes a send. */
export const matches = (
  send: Send,
  { status, mailboxId, toEmail, since, until, threadId, kind, replied, bounced, metadata = {} }: SendFilter,
) =>
  (status === undefined || send.status === status) &&
  (mailboxId === undefined || send.mailboxId === mailboxId) &&
  (toEmail === undefined || allRecipients(send).includes(toEmail)) &&
  (since === undefined || send.createdAt >= since) &&
  (until === undefined || send.createdAt <= until) &&
  (threadId === undefined || send.threadId === threadId) &&
  (kind === undefined || send.kind === kind) &&
  (replied === undefined || (send.repliedAt !== undefined) === replied) &&
  (bounced === undefined || (send.bouncedAt !== undefined) === bounced) &&
  Object.entries(metadata).every(([name, value]) => send.metadata?.[name] === value);
