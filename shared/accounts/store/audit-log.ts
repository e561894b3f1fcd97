import type { ClientSession, Filter } from "mongodb";
import { AUDIT_KEPT_DAYS, type AuditEntry, type AuditLog, type NewAuditEntry } from "../audit-log.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, type Stored, toDocument, pageOf } from "#shared/platform/mongo/documents.ts";
import { workerNow } from "#shared/platform/world.ts";

type AuditDocument = Stored<AuditEntry, "userId">;

const SECONDS_A_DAY = 86_400;

/** Indexes: an account's entries, all of them and by action; expiry. */
export const auditLogIndexes: readonly IndexSpec[] = [
  { collection: "auditLog", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "auditLog", keys: { userId: 1, action: 1, createdAt: -1, _id: -1 } },
  { collection: "auditLog", keys: { createdAt: 1 }, options: { expireAfterSeconds: AUDIT_KEPT_DAYS * SECONDS_A_DAY } },
];

/** The collection of the audit log. */
const auditLogOf = (database: Database) => database.collection<AuditDocument>("auditLog");

/** Removes personal data from an account's entries, which stay when the account is deleted. */
export const anonymise = async (database: Database, userId: string): Promise<void> =>
  void (await auditLogOf(database).updateMany({ userId: oid(userId) }, { $unset: { sourceIp: "", userAgent: "" } }));

/** Records an entry; with a session in its transaction, so that the entry and the recorded action are committed together. */
export const recordIn = async (database: Database, entry: NewAuditEntry, session?: ClientSession): Promise<void> => {
  const row = { ...entry, id: newId().toHexString(), createdAt: workerNow() };
  await auditLogOf(database).insertOne(toDocument<AuditEntry, "userId">(row, ["userId"]), session && { session });
};

/** The audit log in MongoDB. */
export const mongoAuditLog = (connect: Connect): AuditLog => ({
  record: async (entry) => recordIn(await connect(), entry),
  list: async (userId, { action, since, until }, page) => {
    const createdAt = given({ $gte: since, $lt: until });
    const filter = {
      userId: userId === undefined ? { $exists: false } : oid(userId),
      ...given({ action }),
      ...(Object.keys(createdAt).length > 0 && { createdAt }),
    } as Filter<AuditDocument>;
    const rows = pageOf(auditLogOf(await connect()), filter, "createdAt", page);
    return (await rows.toArray()).map((row) => fromDocument<AuditEntry>(row));
  },
});
