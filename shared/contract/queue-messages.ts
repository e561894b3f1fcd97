import * as z from "zod/mini";
import { MAILBOXES_PER_PROBE } from "../domain/inbox/pull/polling.ts";
import { SENDS_PER_WAKE } from "../domain/sending/wake/sends-per-wake.ts";
import { objectId } from "./fields.ts";

/** A message of the send queue: `deliver` names sends of one mailbox that are due; `schedule` asks to create their one-off schedules (G14). */
export const sendJob = z.discriminatedUnion("job", [
  z.strictObject({
    job: z.literal("deliver"),
    mailboxId: objectId,
    sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_WAKE)),
  }),
  z.strictObject({ job: z.literal("schedule"), sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_WAKE)) }),
]);

/** A message of the probe queue: ask these mailboxes whether a folder changed. */
export const probeJob = z.strictObject({ mailboxIds: z.array(objectId).check(z.minLength(1), z.maxLength(MAILBOXES_PER_PROBE)) });

/** A message of the sync queue: pull one mailbox. */
export const syncJob = z.strictObject({ mailboxId: objectId });

/** A message of the webhooks queues: post what is due at one endpoint. Older ones do not name the account. */
export const webhookJob = z.strictObject({ webhookId: objectId, userId: z.optional(objectId) });

/**
 * The queues of work, each with the schema of its messages. Each is read by one job, and gives a need (`sendQueue`), an environment variable
 * (`SEND_QUEUE_URL`) and a DLQ.
 */
export const queueMessages = { send: sendJob, probe: probeJob, sync: syncJob, webhooks: webhookJob, slowWebhooks: webhookJob } as const;

/** A queue of work. */
export type QueueName = keyof typeof queueMessages;

/** Every queue of work. */
export const queueNames = Object.keys(queueMessages) as readonly QueueName[];
