import type { Send } from "../sending/send.ts";

/** Where a message stands in its conversation. */
export interface Place {
  readonly date: Date;
  readonly createdAt: Date;
  readonly id: string;
}

/** The place of a record that carries `date`. */
export const placeOf = (date: Date, { createdAt, id }: Pick<Place, "createdAt" | "id">): Place => ({ date, createdAt, id });

/** Chronological; within a second by when the records were made: nothing is answered before this service has it. */
export const byPlace = (a: Place, b: Place): number =>
  a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * When a send stands in its conversation: once it is sent, then; until then when it was made. Without its fraction of a second, as
 * INTERNALDATE is (RFC 9051, 2.3.3): else an answer within the same second would come before what it answers.
 */
export const outboundDate = ({ sentAt, createdAt }: Pick<Send, "sentAt" | "createdAt">): Date =>
  new Date(Math.floor((sentAt ?? createdAt).getTime() / 1000) * 1000);
