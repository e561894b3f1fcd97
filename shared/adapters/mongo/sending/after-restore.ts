import { type Database, databaseNow } from "../database.ts";
import { transitions } from "../../../domain/sending/transitions.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { sendsOf } from "./send-documents.ts";

interface Restore {
  readonly _id: string;
  readonly markedAt: Date;
}

/** When this ran first for a restore: nothing left from before the restore after that, so what becomes due later is no older worker's. */
const firstRunOf = async (database: Database, since: Date): Promise<Date> => {
  const markedAt = await databaseNow(database);
  const found = await database
    .collection<Restore>("settings")
    .findOneAndUpdate(
      { _id: `restored to ${since.toISOString()}` },
      { $setOnInsert: { markedAt } },
      { upsert: true, returnDocument: "after" },
    );
  return found?.markedAt ?? markedAt;
};

/**
 * After the database was restored to its state at `since`: a send that was alive then and is due by now may have left meanwhile. Each gets an unknown
 * outcome, so that it is looked up in its mailbox's Sent folder and never sent blindly (G4 in shared/domain/README.md). Sends accepted later or due
 * later are unchanged. Deferred recipients are not tried any more. Returns how many; safe to repeat, also days later: "now" is the first run's time.
 */
export const markUnknownAfterRestore = async (database: Database, since: Date): Promise<number> => {
  const markedAt = await firstRunOf(database, since);
  const mayBeSent = { ...whichMay(transitions.doubt), createdAt: { $lte: since }, dueAt: { $lte: markedAt } };
  const { modifiedCount } = await sendsOf(database).updateMany(mayBeSent, updateBy(transitions.doubt));
  await sendsOf(database).updateMany(
    {
      status: { $in: [...transitions.stopDeferred.from] },
      dueAt: { $gte: new Date(0) },
      createdAt: { $lte: since },
      sentAt: { $lte: markedAt },
    },
    updateBy(transitions.stopDeferred),
  );
  return modifiedCount;
};
