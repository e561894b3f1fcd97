import type { Send } from "../sending/send.ts";

/** The sort key of a message in its conversation. */
export interface SortKey {
  readonly date: Date;
  readonly createdAt: Date;
  readonly id: string;
}

/** The sort key of a record with this date. */
export const sortKeyOf = (date: Date, { createdAt, id }: Pick<SortKey, "createdAt" | "id">): SortKey => ({ date, createdAt, id });

/** Orders by time; within a second by creation of the records, because nothing is answered before this service has it. */
export const bySortKey = (a: SortKey, b: SortKey): number =>
  a.date.getTime() - b.date.getTime() || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : Number(a.id > b.id));

/**
 * The date by which a send is sorted: when it was sent, else when it was created. Cut to the second, as INTERNALDATE is (RFC 9051, 2.3.3): otherwise
 * an answer within the same second would come before its original.
 */
export const outboundDate = ({ sentAt, createdAt }: Pick<Send, "sentAt" | "createdAt">): Date =>
  new Date(Math.floor((sentAt ?? createdAt).getTime() / 1000) * 1000);
