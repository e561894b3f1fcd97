import { bounceClass, isPermanent } from "../domain/mail/read/bounces/bounce-class.ts";
import type { BouncedRecipient } from "../domain/sending/recipients.ts";
import type { Send } from "../domain/sending/send.ts";
import { dateOut } from "./dates.ts";

/** The files of a send record. */
export const attachmentsOut = ({ attachments = [] }: Send) =>
  attachments.map(({ name, type, size, contentId = "" }) => ({ name, type, size, content_id: contentId }));

/** A recipient whose copy came back; what is stored of older versions is read by its words alone. */
export const bouncedOut = ({ email, reason, at, status = "", unproven }: BouncedRecipient) => ({
  email,
  reason,
  class: bounceClass({ status, reason }),
  permanent: isPermanent({ status, reason }),
  status,
  diagnostic: reason,
  proven: unproven !== true,
  at: dateOut(at),
});

/** The people of a send record. */
export const peopleOut = ({ fromName, toName = "", cc = [], bcc = [], refused = [], deferred = [], bounces = [] }: Send) => ({
  from_name: fromName,
  to_name: toName,
  cc: cc.map(({ name, email }) => ({ name, email })),
  bcc: bcc.map(({ name, email }) => ({ name, email })),
  refused: refused.map(({ email, reply }) => ({ email, reply })),
  deferred: deferred.map(({ email, reply }) => ({ email, reply })),
  bounces: bounces.map(bouncedOut),
});
