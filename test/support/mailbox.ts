import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { ids } from "#shared/platform/system.ts";

/** A connected SMTP mailbox with an inbox; state only what matters. */
export const aMailbox = (facts: Partial<Mailbox> = {}): Mailbox => {
  const id = ids.objectId();
  const email = `box-${id}@example.com`;
  const at = new Date("2025-11-21T09:00:00Z");
  return {
    id,
    userId: ids.objectId(),
    type: "smtp",
    email,
    displayName: "Sales",
    status: "active",
    statusSince: at,
    maxDailySends: 500,
    smtp: { host: "smtp.example.com", port: 587, secure: "starttls", username: email },
    imap: { host: "imap.example.com", port: 993, username: email },
    inboxSyncEnabled: false,
    inboxLastError: "",
    smtpFailures: 0,
    imapFailures: 0,
    createdAt: at,
    updatedAt: at,
    ...facts,
  };
};
