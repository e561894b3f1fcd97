import type { ObjectId } from "mongodb";
import { scopeOf } from "#shared/platform/mongo/collections.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { eraseObjects } from "#shared/platform/mongo/moved-bodies.ts";
import { WORLD_PREFIX } from "#shared/platform/world.ts";
import { anonymise } from "./audit-log.ts";

/** The account's document is deleted last, so that an interrupted purge finds it again. */
const LAST = "users";
const MAILBOXES = /(?:^|\.)mailboxes$/;
/** The audit log is kept for a year, without IP addresses. */
const KEPT = "auditLog";

interface OwnedDocument {
  _id: ObjectId;
  userId: ObjectId;
}

/** How many documents of a collection were deleted. */
interface Purged {
  readonly collection: string;
  readonly deleted: number;
}

/**
 * Deletes an account's documents in these collections: those with its user id, and those with the id of one of its mailboxes, live or in its test
 * world. Returns how many were deleted, by collection; safe to repeat.
 */
export const purgeCollections = async (database: Database, names: readonly string[], userId: string): Promise<readonly Purged[]> => {
  const user = oid(userId);
  const holders = names.filter((name) => MAILBOXES.test(name));
  const rows = await Promise.all(holders.map((name) => database.collection<OwnedDocument>(name).find({ userId: user }).toArray()));
  const mailboxIds = rows.flat().map(({ _id }) => _id);
  const own = { $or: [{ userId: user }, { _id: { $in: [user, ...mailboxIds] } }] };
  const ofMailboxes = { mailboxId: { $in: mailboxIds } };
  const report: Purged[] = [];
  // The mailboxes' ids are needed to find the rest, so mailboxes are deleted after it.
  for (const name of [...names.filter((known) => !MAILBOXES.test(known)), ...holders]) {
    // These rows name their mailbox and not their account.
    const isOfMailbox = scopeOf(name.startsWith(WORLD_PREFIX) ? name.slice(WORLD_PREFIX.length) : name) === "mailbox";
    const { deletedCount } = await database.collection(name).deleteMany(isOfMailbox ? ofMailboxes : own);
    if (deletedCount > 0) report.push({ collection: name, deleted: deletedCount });
  }
  return report;
};

/**
 * Deletes an account with everything that belongs to it, in every collection and in its test world. Of its audit log only the addresses are removed.
 * Returns how many documents were deleted, by collection; safe to repeat.
 */
export const purgeAccount = async (database: Database, userId: string): Promise<readonly Purged[]> => {
  const names = (await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  await anonymise(database, userId);
  const deleted = await purgeCollections(
    database,
    names.filter((known) => ![LAST, KEPT].includes(known)),
    userId,
  );
  await eraseObjects(database, oid(userId), "all");
  return [...deleted, ...(await purgeCollections(database, [LAST], userId))];
};
