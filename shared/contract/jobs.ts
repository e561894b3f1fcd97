import * as z from "zod/mini";
import { objectId } from "./fields.ts";

/** How many sends one queue message carries at most: one SMTP connection, login and handshake serves them all (domain/README.md, "Accepting a send"). */
export const SENDS_PER_MESSAGE = 25;

/** A message of the send queue: `deliver` names sends of one mailbox that are due; `schedule` asks to create their one-off schedules (G14). */
export const sendJob = z.discriminatedUnion("job", [
  z.strictObject({
    job: z.literal("deliver"),
    mailboxId: objectId,
    sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_MESSAGE)),
  }),
  z.strictObject({ job: z.literal("schedule"), sendIds: z.array(objectId).check(z.minLength(1), z.maxLength(SENDS_PER_MESSAGE)) }),
]);

/** A message of the send queue. */
export type SendJob = z.output<typeof sendJob>;

/** A message of the sync queue: pull one mailbox. */
export const syncJob = z.strictObject({ mailboxId: objectId });

/** A message of the sync queue. */
export type SyncJob = z.output<typeof syncJob>;

/** The id of a job, which is its file's path under functions/. */
export type JobId = "jobs/deliver" | "jobs/start-sync" | "jobs/sync-mailbox" | "jobs/sweep";
