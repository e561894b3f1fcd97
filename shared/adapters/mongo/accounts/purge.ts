import type { ObjectId } from "mongodb";
import type { Database } from "../database.ts";
import { oid } from "../documents.ts";
import { anonymise } from "./audit-log.ts";

/** The account's document is deleted last, so that an interrupted purge finds it again. */
const LAST = "users";
/** Its rows have their mailbox's id alone. */
const WITHOUT_ACCOUNT = "refusals";
/** It tells for a year what was done, without the addresses from where. */
const KEPT = "auditLog";

/**
 * Deletes an account with everything that belongs to it, in every collection: documents with its id, its wallet, and documents with its mailboxes'
 * ids; of the audit log the addresses alone. Returns how many were deleted, by collection; safe to repeat.
 */
export const purgeAccount = async (database: Database, userId: string): Promise<readonly { collection: string; deleted: number }[]> => {
  const user = oid(userId);
  const mailboxes = await database.collection<{ _id: ObjectId; userId: ObjectId }>("mailboxes").find({ userId: user }).toArray();
  const mailboxIds = mailboxes.map(({ _id }) => _id);
  const own = { $or: [{ userId: user }, { _id: { $in: [user, ...mailboxIds] } }] };
  const ofMailboxes = { mailboxId: { $in: mailboxIds } };
  const names = (await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  const deleted = names.filter((known) => ![LAST, KEPT, "mailboxes"].includes(known));
  await anonymise(database, userId);
  const report = [];
  // The mailboxes' ids are needed to find the rest, so mailboxes are deleted after it.
  for (const name of [...deleted, "mailboxes", LAST]) {
    const { deletedCount } = await database.raw.collection(name).deleteMany(name === WITHOUT_ACCOUNT ? ofMailboxes : own);
    if (deletedCount > 0) report.push({ collection: name, deleted: deletedCount });
  }
  return report;
};
