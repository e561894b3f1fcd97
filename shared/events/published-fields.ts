import type { ConnectLink } from "#shared/connect/connect-link.ts";
import type { Wallet } from "#shared/accounts/credits.ts";
import type { Message } from "#shared/inbox/message.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import { labelNames, type Send } from "#shared/sending/send.ts";
import type { Suppression } from "#shared/suppressions/suppression.ts";
import type { Thread } from "#shared/threads/thread.ts";
import type { Webhook } from "#shared/webhooks/webhook.ts";
import type { EventSource } from "./event.ts";

/** The fields of each kind of record that its events contain, in order: enough to act on, no secrets, and of bodies only a message's new content. */
export const publishedFields = {
  sends: [
    "id",
    "mailboxId",
    "chosenBecause",
    "fromEmail",
    "toEmail",
    "cc",
    "subject",
    "status",
    "messageId",
    "threadId",
    "kind",
    ...labelNames,
    "sequenceId",
    "step",
    "attempts",
    "lastError",
    "cancelReason",
    "rejectReason",
    "holdUntil",
    "revision",
    "by",
    "approvedBy",
    "cancelledBy",
    "heldBy",
    "approvedAt",
    "createdAt",
    "scheduledAt",
    "sentAt",
    "awayUntil",
    "repliedAt",
    "bouncedAt",
    "bounceReason",
    "bounces",
    "complainedAt",
    "refused",
    "deferred",
  ],
  // A message's event has the labels of the send that it answers or reports on, so that the receiver can identify it.
  messages: [
    "id",
    "mailboxId",
    "threadId",
    "emailJobId",
    "kind",
    "autoClass",
    "returnsOn",
    "successor",
    "correctedBy",
    "intent",
    "intentBy",
    "messageId",
    "from",
    "subject",
    "snippet",
    "replyText",
    ...labelNames,
    "receivedAt",
  ],
  threads: [
    "id",
    "mailboxId",
    "subject",
    "state",
    "snoozedUntil",
    "assignedTo",
    "labels",
    "needsReply",
    "waitingSince",
    "revision",
    "changedBy",
    "lastMessageAt",
  ],
  mailboxes: ["id", "email", "type", "status", "statusSince", "smtpLastError", "inboxLastError", "sentCopiesLastError"],
  wallets: ["balance"],
  webhooks: ["id", "url", "description", "status"],
  suppressions: ["id", "email", "reason", "sendId", "mailboxId"],
  connectLinks: ["id", "mailboxId", "email", "tenant", "state", "failures", "lastError", "expiresAt", "completedAt"],
} as const satisfies {
  readonly sends: readonly (keyof Send)[];
  readonly messages: readonly (keyof Message | (typeof labelNames)[number])[];
  readonly threads: readonly (keyof Thread)[];
  readonly mailboxes: readonly (keyof Mailbox)[];
  readonly wallets: readonly (keyof Wallet)[];
  readonly webhooks: readonly (keyof Webhook)[];
  readonly suppressions: readonly (keyof Suppression)[];
  readonly connectLinks: readonly (keyof ConnectLink)[];
} satisfies Record<EventSource, readonly string[]>;
