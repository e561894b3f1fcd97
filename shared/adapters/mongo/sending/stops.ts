import type { ClientSession, ObjectId } from "mongodb";
import type { Database } from "../database.ts";

/**
 * The account's stops: how often a limit was changed, a mailbox deleted or an address suppressed. Workers compare it right before each intent, so it
 * is a document of its own, which nothing else writes.
 */
interface StopRow {
  /** The account's id. */
  _id: ObjectId;
  version: number;
}

const stopsOf = (database: Database) => database.collection<StopRow>("stops");

/** Counts a stop, in the transaction that makes it: whoever sees the version sees what is stopped. */
export const raiseStopVersion = async (database: Database, userId: ObjectId, session: ClientSession): Promise<void> =>
  void (await stopsOf(database).updateOne({ _id: userId }, { $inc: { version: 1 } }, { session, upsert: true }));

/** The account's stops so far; 0 where it had none. */
export const stopVersionOf = async (database: Database, userId: ObjectId): Promise<number> =>
  (await stopsOf(database).findOne({ _id: userId }))?.version ?? 0;
