import type { Document, Filter } from "mongodb";
import type { Database } from "./database.ts";

/**
 * When a test world does it. `line`: a worker does what stands in one line, such as a mailbox's, at its time. `moment`: the sweeper's step runs at
 * its time, because users see when it was done. `end`: the sweep that ends each move of the world does it, because only what died leaves it. `never`:
 * a world has none of it.
 */
type InWorld = "line" | "moment" | "end" | "never";

/** A kind of due work, as data: which records wait, and since when each is due. Every search for due work is made of one (service/due-work.ts). */
export interface DueRecords {
  readonly collection: string;
  /** The records that wait. */
  readonly where?: object;
  /** The date from which a record is due; absent: at once. */
  readonly at?: string;
  /** For how long the sweeper leaves what is due to the worker or request whose it is, ms. */
  readonly leftMs: number;
  readonly inWorld: InWorld;
}

const EARLIEST = new Date(0);

const waiting = ({ where, at }: DueRecords, dates: object): object => ({ ...where, ...(at !== undefined && { [at]: dates }) });

/** The filter for the records that wait and are due at `since` or later; those without a date are due at once. */
export const whatWaits = <D extends Document>(kind: DueRecords, since = EARLIEST): Filter<D> => waiting(kind, { $gte: since });

/** The filter for the records that have been due for `forMs` now, and for less than `uptoMs`. */
export const whatIsDue = <D extends Document>(kind: DueRecords, now: Date, forMs = 0, uptoMs = Infinity): Filter<D> =>
  waiting(kind, {
    ...(uptoMs === Infinity ? { $gte: EARLIEST } : { $gt: new Date(now.getTime() - uptoMs) }),
    $lte: new Date(now.getTime() - forMs),
  });

/** The first date at which a record becomes due, at `since` or later; undefined for none. Of a kind that has dates. */
export const firstDue = async (database: Database, kind: DueRecords, since = EARLIEST): Promise<Date | undefined> => {
  const { collection, at = "_id" } = kind;
  const found = await database.collection(collection).findOne(whatWaits(kind, since), { projection: { [at]: 1 }, sort: { [at]: 1 } });
  return at.split(".").reduce<Document | undefined>((value, name) => value?.[name] as Document | undefined, found ?? undefined) as
    | Date
    | undefined;
};

/** Whether a record of a kind is due now, and when the next becomes due after now. */
export interface DueNow {
  readonly isDue: boolean;
  readonly next: Date | undefined;
}

/** The millisecond after a moment: what becomes due after now, becomes due then or later. */
export const justAfter = (now: Date): Date => new Date(now.getTime() + 1);

/** Whether something of a kind is due now, and when the next is; what waits now hides nothing that comes later. */
export const dueNow = async (database: Database, kind: DueRecords, now: Date): Promise<DueNow> => {
  const first = await firstDue(database, kind);
  const isDue = first !== undefined && first <= now;
  return { isDue, next: isDue ? await firstDue(database, kind, justAfter(now)) : first };
};
