import type { Filter } from "mongodb";
import type { DueRecords } from "#shared/platform/mongo/due-records.ts";
import type { SendStatus } from "../send.ts";
import { transitions } from "../transitions.ts";
import { FORGOTTEN_AFTER_MS } from "../waiting.ts";
import { whichMay } from "./apply-transition.ts";
import type { SendDocument } from "./send-documents.ts";

/** Sends that a worker held until its lease expired. */
export const expiredLeases: DueRecords = {
  collection: "sends",
  where: { ...whichMay(transitions.renew), leaseToken: { $exists: true } } satisfies Filter<SendDocument>,
  at: "dueAt",
  leftMs: 0,
  inWorld: "moment",
};

/** Sends that wait although their `sendBefore` has passed. */
export const lateSends: DueRecords = {
  collection: "sends",
  where: whichMay(transitions.expire),
  at: "sendBefore",
  leftMs: 0,
  inWorld: "moment",
};

/** Emails that nobody approved in time. */
export const unapprovedSends: DueRecords = {
  collection: "sends",
  where: whichMay(transitions.expireHold),
  at: "holdUntil",
  leftMs: 0,
  inWorld: "moment",
};

/** The states in which a send may need a worker. */
export const DUE_STATES: readonly SendStatus[] = ["queued", "scheduled", "processing", "sent"];

/** Sends that need a worker of their mailbox: to leave, for the look-up of their outcome, or for their deferred recipients. */
export const dueSends: DueRecords = {
  collection: "sends",
  where: { status: { $in: [...DUE_STATES] } } satisfies Filter<SendDocument>,
  at: "dueAt",
  leftMs: FORGOTTEN_AFTER_MS,
  inWorld: "line",
};

/** Sends whose copy is to be filed; a sandbox mailbox's Sent folder has its copies by itself. */
export const waitingCopies: DueRecords = { collection: "sends", at: "copyAt", leftMs: FORGOTTEN_AFTER_MS, inWorld: "never" };
