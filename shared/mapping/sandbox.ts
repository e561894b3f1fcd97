import type { getClock, moveClock, putMail } from "../contract/sandbox.ts";
import type { AnswerOf, RequestOf } from "../contract/operation.ts";
import type { ClockMove, Moved } from "../domain/sandbox/move-clock.ts";
import type { OwnMail } from "../domain/sandbox/put-mail.ts";
import { durationMs } from "../domain/sending/departure/duration.ts";
import { dateOut } from "./dates.ts";

// Exceptions: a clock is no record, and durations are numbers in the domain.
const msIn = (duration: string | undefined) => (duration === undefined ? undefined : durationMs(duration));

/** How far the clock is to be moved, in the domain's form. */
export const clockMoveIn = ({ advance, to }: RequestOf<typeof moveClock>["body"]): ClockMove => ({ advanceMs: msIn(advance), to });

/** A clock in the API. */
export const clockOut = ({ now, next }: { readonly now: Date; readonly next: Date | undefined }): AnswerOf<typeof getClock> => ({
  now: dateOut(now),
  ...(next && { next_at: dateOut(next) }),
});

/** A moved clock in the API. */
export const movedOut = ({ from, isSettled, happened, eventsAfter, ...clock }: Moved): AnswerOf<typeof moveClock> => ({
  from: dateOut(from),
  ...clockOut(clock),
  settled: isSettled,
  happened: [...happened],
  events_after: String(eventsAfter),
});

/** A client's own mail, in the domain's form. */
export const ownMailIn = ({ mailbox_id: mailboxId, mime = "", mime_base64: bytes, after }: RequestOf<typeof putMail>["body"]): OwnMail => ({
  mailboxId,
  raw: bytes ?? Buffer.from(mime),
  field: bytes ? "mimeBase64" : "mime",
  afterMs: msIn(after),
});

/** A mail on its way in the API. */
export const putMailOut = ({ id, arrivesAt }: { readonly id: string; readonly arrivesAt: Date }): AnswerOf<typeof putMail> => ({
  id,
  arrives_at: dateOut(arrivesAt),
});
