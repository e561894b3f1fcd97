import type { Send } from "../sending/send.ts";

/** Sorts a message within its conversation. */
export interface SortKey {
  readonly date: Date;
  readonly createdAt: Date;
  readonly id: string;
}

/** The sort key of a record with this date. */
export const sortKeyOf = (date: Date, { createdAt, id }: Pick<SortKey, "createdAt" | "id">): SortKey => ({ date, createdAt, id });

/** Chronological; within a second by when the records were made: nothing is answered before this service has it. */
export const bySortKey = (a: SortKey, b: SortKey): number =>
  a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The date by which a send is sorted: when it was sent, or else when it was made. Without its fraction of a second, as
 * INTERNALDATE is (RFC 9051, 2.3.3): else an answer within the same second would come before what it answers.
 */
export const outboundDate = ({ sentAt, createdAt }: Pick<Send, "sentAt" | "createdAt">): Date =>
  new Date(Math.floor((sentAt ?? createdAt).getTime() / 1000) * 1000);
