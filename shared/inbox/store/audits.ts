import type { Collection, Filter, ObjectId } from "mongodb";
import type { Audit, Audits, FolderLocation } from "../audit/audit.ts";
import type { SyncLease } from "../pull/sync-state.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { given, oid } from "#shared/platform/mongo/documents.ts";
import { pushEvents, recordEvent } from "#shared/events/store/event-documents.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { type MessageDocument, messagesOf } from "./message-documents.ts";
import { mongoFolderMoves } from "./messages.ts";
import { syncStatesOf, writeUnderLease } from "./sync-states.ts";

/** A mailbox's audits; the id is the mailbox's. */
export interface AuditDocument extends Audit {
  _id: ObjectId;
  userId: ObjectId;
}

/** The audits' collection. */
export const auditsOf = (database: Database) => database.collection<AuditDocument>("audits");

/** Indexes: the audits of an account, for its deletion, and those that found losses. */
export const auditIndexes: readonly IndexSpec[] = [
  { collection: "audits", keys: { userId: 1 } },
  {
    collection: "audits",
    keys: { userId: 1, "last.checkedAt": 1, _id: 1 },
    options: { partialFilterExpression: { "last.complete": false } },
  },
];

/** Marks messages as gone from their server, and records it. */
const REMOVED = [{ $set: { onServer: false as const, ...recordEvent("message.removed") } }];

/** Marks messages as gone; returns their ids. */
const remove = async (messages: Collection<MessageDocument>, which: Filter<MessageDocument>): Promise<readonly string[]> => {
  const found = await messages.find(which, { projection: { _id: 1 } }).toArray();
  const ids = found.map(({ _id }) => _id);
  if (ids.length > 0) await messages.updateMany({ _id: { $in: ids }, onServer: { $exists: false } }, REMOVED);
  return ids.map((id) => id.toHexString());
};

/** A filter by the index of locations. */
const messagesAt = ({ id }: SyncLease, { path, uidValidity }: FolderLocation, from: number, to: number) => ({
  mailboxId: oid(id),
  folder: path,
  uidValidity,
  uid: { $gte: from, $lte: to },
});

/** Audits in MongoDB. */
export const mongoAudits = (connect: Connect, moves = mongoFolderMoves(connect)): Audits => ({
  find: async ({ id, userId }) => {
    const found = await auditsOf(await connect()).findOne({ _id: oid(id), userId: oid(userId) });
    if (!found) return undefined;
    const { _id, userId: _, ...audit } = found;
    return audit;
  },
  isDue: async ({ id, userId }) => {
    const due = {
      _id: oid(id),
      userId: oid(userId),
      $expr: { $lte: [{ $ifNull: ["$auditAt", "$$NOW"] }, "$$NOW"] },
      auditAt: { $exists: true },
    };
    return (await syncStatesOf(await connect()).findOne(due, { projection: { _id: 1 } })) !== null;
  },
  // A mailbox that was never pulled has no state yet; it is audited within a week of its first pull.
  ask: async ({ id, userId }) => {
    await syncStatesOf(await connect()).updateOne({ _id: oid(id), userId: oid(userId) }, [{ $set: { auditAt: "$$NOW" } }]);
  },
  schedule: async (lease, auditAt) => writeUnderLease(await connect(), lease, { auditAt }),
  save: async (lease, audit, tell) => {
    const database = await connect();
    await database.transaction(async (session) => {
      // The lease is required until the audit is written, because another pull may have started an audit meanwhile.
      await writeUnderLease(database, lease, {}, session);
      const mailbox = { _id: oid(lease.id), userId: oid(lease.userId) };
      await auditsOf(database).replaceOne(mailbox, { userId: mailbox.userId, ...audit }, { upsert: true, session });
      if (tell) await mailboxesOf(database).updateOne(mailbox, pushEvents("mailbox.audited"), { session });
    });
  },
  stored: async (lease, location, from, to) => {
    const fields = { projection: { uid: 1, receivedAt: 1, size: 1, messageId: 1 } } as const;
    const rows = messagesOf(await connect()).find(messagesAt(lease, location, from, to), fields);
    const found = await rows.sort({ uid: 1 }).toArray();
    return found.map(({ _id, uid, receivedAt, size, messageId }) => ({
      id: _id.toHexString(),
      uid,
      receivedAt,
      messageId,
      ...given({ size }),
    }));
  },
  locations: async ({ id }) => {
    const messages = messagesOf(await connect());
    const mailboxId = oid(id);
    const found: FolderLocation[] = [];
    for (const path of await messages.distinct("folder", { mailboxId, folder: { $gt: "" } }))
      for (const uidValidity of await messages.distinct("uidValidity", { mailboxId, folder: path })) found.push({ path, uidValidity });
    return found;
  },
  markReplaced: async ({ id }) => {
    return remove(messagesOf(await connect()), { mailboxId: oid(id), folder: "", onServer: { $exists: false } });
  },
  noteOnServer: async (lease, location, { from, to, gone }) => {
    const messages = messagesOf(await connect());
    const there = messagesAt(lease, location, from, to);
    await messages.updateMany({ ...there, onServer: false, uid: { ...there.uid, $nin: [...gone] } }, { $unset: { onServer: "" } });
    if (gone.length === 0) return [];
    // Messages with a copy in another folder still exist, but no longer at this location.
    await moves.leave(lease, location, gone);
    return remove(messages, { ...there, onServer: { $exists: false }, uid: { $in: [...gone] } });
  },
});
