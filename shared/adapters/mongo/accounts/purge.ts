import type { ObjectId } from "mongodb";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";

/** The account itself goes last, so that an interrupted purge finds it again. */
const LAST = "users";

/**
 * Deletes an account with all that is its own, in every collection: what carries its id, its wallet, and what stands under its mailboxes'
 * ids. Answers how many documents went, by collection; safe to repeat.
 */
export const purgeAccount = async (database: Database, userId: string): Promise<readonly { collection: string; deleted: number }[]> => {
  const user = oid(userId);
  const mailboxes = await database.collection<{ _id: ObjectId; userId: ObjectId }>("mailboxes").find({ userId: user }).toArray();
  const own = { $or: [{ userId: user }, { _id: { $in: [user, ...mailboxes.map(({ _id }) => _id)] } }] };
  const names = (await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const report = [];
  // The mailboxes are what finds the rest again: they go after it.
  for (const name of [...names.filter((known) => known !== LAST && known !== "mailboxes"), "mailboxes", LAST]) {
    const { deletedCount } = await database.raw.collection(name).deleteMany(own);
    if (deletedCount > 0) report.push({ collection: name, deleted: deletedCount });
  }
  return report;
};
