import * as z from "zod/mini";
import { MAILBOXES_PER_PROBE } from "#shared/inbox/pull/polling.ts";
import { SENDS_PER_WAKE } from "#shared/sending/wake/plan-wakes.ts";
import { objectId } from "#shared/api/fields.ts";

/**
 * A message of the send queue: `deliver` names due sends of one mailbox; `schedule` names sends whose one-off schedules are to be created (G14 in
 * shared/README.md).
 */
export const sendJob = z.discriminatedUnion("job", [
  z.strictObject({
    job: z.literal("deliver"),
    mailboxId: objectId,
    sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_WAKE)),
  }),
  z.strictObject({ job: z.literal("schedule"), sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_WAKE)) }),
]);

/** A message of the probe queue: poll these mailboxes for changed folders. It has the account's id when all mailboxes belong to one account. */
export const probeJob = z.strictObject({
  mailboxIds: z.array(objectId).check(z.minLength(1), z.maxLength(MAILBOXES_PER_PROBE)),
  userId: z.optional(objectId),
});

/** A message of the sync queue: pull one mailbox. */
export const syncJob = z.strictObject({ mailboxId: objectId });

/** A message of the webhooks queues: post the due events of one webhook. Older messages do not name the account. */
export const webhookJob = z.strictObject({ webhookId: objectId, userId: z.optional(objectId) });

/** A message of the sandbox queue: settle an account's test world. */
export const sandboxJob = z.strictObject({ userId: objectId });

/**
 * The queues, each with the schema of its messages. One job reads each queue. A queue's name also names a need (`sendQueue`), an environment variable
 * (`SEND_QUEUE_URL`) and a dead-letter queue.
 */
export const queueMessages = {
  send: sendJob,
  probe: probeJob,
  sync: syncJob,
  webhooks: webhookJob,
  slowWebhooks: webhookJob,
  sandbox: sandboxJob,
} as const;

/** The name of a queue. */
export type QueueName = keyof typeof queueMessages;

/** Every queue. */
export const queueNames = Object.keys(queueMessages) as readonly QueueName[];
