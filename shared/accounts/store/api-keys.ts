import type { ClientSession, ObjectId } from "mongodb";
import type { ApiKey, ApiKeys, KeyOrigin } from "../auth/ports.ts";
import type { Consents } from "../oauth/ports.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import { touchUser } from "./users.ts";

type ApiKeyDocument = Stored<ApiKey, "userId" | "openedBy">;

/** Keys are found by their hash, those of OAuth clients also by their code's; an account's keys are listed newest first. */
export const apiKeyIndexes: readonly IndexSpec[] = [
  { collection: "apiKeys", keys: { hash: 1 }, options: { unique: true } },
  {
    collection: "apiKeys",
    keys: { "consent.codeHash": 1 },
    options: { unique: true, partialFilterExpression: { "consent.codeHash": { $exists: true } } },
  },
  { collection: "apiKeys", keys: { userId: 1, createdAt: -1, _id: -1 } },
  {
    collection: "apiKeys",
    keys: { expiresAt: 1 },
    options: { expireAfterSeconds: 0, partialFilterExpression: { expiresAt: { $exists: true } } },
  },
];

const keysOf = (database: Database) => database.collection<ApiKeyDocument>("apiKeys");

/** Whether a key of an account has been revoked. */
export const isKeyGone = async (database: Database, userId: ObjectId, id: string, session: ClientSession): Promise<boolean> =>
  (await keysOf(database).findOne({ _id: oid(id), userId }, { session, projection: { _id: 1 } })) === null;

/** Ends the sessions of a member. */
export const deleteSessionsOf = async (database: Database, userId: ObjectId, memberId: string, session: ClientSession): Promise<void> =>
  void (await keysOf(database).deleteMany({ userId, "member.id": memberId }, { session }));

/** Whether a member is another one than the one who signed in: removed, or of other rights or another password. */
const isMemberChanged = async (database: Database, userId: ObjectId, { member }: ApiKey, revision: number, session: ClientSession) => {
  const same = exact({ _id: oid(member!.id), userId, revision });
  return (await database.collection("members").findOne(same, { session, projection: { _id: 1 } })) === null;
};

/** The API keys in MongoDB. */
export const mongoApiKeys = (connect: Connect): ApiKeys => {
  const keys = async () => keysOf(await connect());
  const ofUser = async (userId: string) => (await keys()).find({ userId: oid(userId) }).sort({ createdAt: -1, _id: -1 });

  const isRevoked = async (key: ApiKey, origin: KeyOrigin, session: ClientSession): Promise<boolean> => {
    const { passwordHash, madeBy, memberRevision } = origin;
    const userId = oid(key.userId);
    const isBound = passwordHash !== undefined || madeBy !== undefined || memberRevision !== undefined;
    const unchanged = { ...(isBound && { lockedAt: { $exists: false } }), ...(passwordHash !== undefined && { passwordHash }) };
    const isUnchanged = await touchUser(await connect(), userId, session, unchanged);
    if (!isUnchanged && isBound) return true;
    if (memberRevision !== undefined) return isMemberChanged(await connect(), userId, key, memberRevision, session);
    return madeBy !== undefined && isKeyGone(await connect(), userId, madeBy, session);
  };
  const isFull = async (userId: ObjectId, most: number, session: ClientSession): Promise<boolean> => {
    const named = (await keys()).find({ userId, name: { $exists: true } }, { session, projection: { _id: 1 } });
    return (await named.limit(most).toArray()).length === most;
  };
  const dropSurplus = async ({ userId, expiresAt, member }: ApiKeyDocument, keep: number, session: ClientSession): Promise<void> => {
    const unnamed = (await keys()).find(
      { userId, name: { $exists: false }, expiresAt: { $exists: expiresAt !== undefined }, "member.id": member?.id ?? { $exists: false } },
      { session, projection: { _id: 1 } },
    );
    const surplus = await unnamed.sort({ createdAt: -1, _id: -1 }).skip(keep).toArray();
    if (surplus.length > 0) await (await keys()).deleteMany({ userId, _id: { $in: surplus.map(({ _id }) => _id) } }, { session });
  };
  return {
    insert: async (key, most, origin = {}) => {
      const userId = oid(key.userId);
      return (await connect()).transaction(async (session) => {
        if (await isRevoked(key, origin, session)) return "revoked";
        if (key.name !== undefined && (await isFull(userId, most, session))) return "full";
        const document = toDocument(key, ["userId", "openedBy"]);
        await (await keys()).insertOne(document, { session });
        if (key.name === undefined) await dropSurplus(document, most, session);
        return "stored";
      });
    },
    findByHash: async (hash) => {
      const found = await (await keys()).findOne(exact({ hash }));
      return found ? fromDocument<ApiKey>(found) : undefined;
    },
    list: async (userId) => (await (await ofUser(userId)).toArray()).map((key) => fromDocument<ApiKey>(key)),
    delete: async (userId, id, mode) => {
      const database = await connect();
      const key = { _id: oid(id), userId: oid(userId), ...(mode && { mode }) };
      return database.transaction(async (session) => {
        // A session that the key opens meanwhile is repeated after this, and refused.
        await touchUser(database, key.userId, session);
        const isGone = (await (await keys()).deleteOne(key, { session })).deletedCount === 1;
        if (isGone) await (await keys()).deleteMany({ userId: key.userId, openedBy: key._id }, { session });
        return isGone;
      });
    },
    deleteAll: async (userId) => {
      const database = await connect();
      return database.transaction(async (session) => {
        await touchUser(database, oid(userId), session);
        return (await (await keys()).deleteMany({ userId: oid(userId) }, { session })).deletedCount;
      });
    },
    touch: async (id, usedAt) => void (await (await keys()).updateOne({ _id: oid(id) }, { $max: { lastUsedAt: usedAt } })),
  };
};

/** The keys of OAuth clients in MongoDB. */
export const mongoConsents = (connect: Connect): Consents => {
  const keys = async () => keysOf(await connect());
  return {
    findByCode: async (codeHash) => {
      const found = await (await keys()).findOne(exact({ "consent.codeHash": codeHash }));
      return found ? fromDocument<ApiKey>(found) : undefined;
    },
    exchange: async ({ id, userId }, { hash, last4, endsAt }, now) => {
      const waits = { _id: oid(id), userId: oid(userId), "consent.waiting": { $exists: true }, expiresAt: { $gt: now } };
      const update = { $set: { hash, last4, expiresAt: endsAt }, $unset: { "consent.waiting": "" as const } };
      return (await (await keys()).updateOne(waits, update)).modifiedCount === 1;
    },
  };
};
