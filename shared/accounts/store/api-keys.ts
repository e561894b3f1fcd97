import type { ObjectId, ClientSession } from "mongodb";
import type { BoundKind, BoundReads } from "../auth/bounds.ts";
import type { Mailbox } from "#shared/mailboxes/mailbox.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, given, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import type { ApiKey, ApiKeys, KeyOrigin } from "../auth/ports.ts";
import type { Consents } from "../oauth/client-metadata.ts";
import { touchUser } from "./users.ts";

type OfMailboxKind = Exclude<BoundKind, "mailbox" | "connectLink">;

interface OfMailbox {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  tenant?: string;
  aliasIds?: ObjectId[];
}

/** The collections with a kind of record. */
const collections: Readonly<Record<OfMailboxKind, readonly string[]>> = {
  send: ["sends"],
  message: ["messages"],
  thread: ["threads"],
  email: ["messages", "sends"],
  sequence: ["sequences"],
};

const projection = { mailboxId: 1 } as const;

/** The id of a record's mailbox; a merged conversation is found by its former ids too. */
const mailboxIdOf = async (database: Database, userId: ObjectId, kind: OfMailboxKind, id: ObjectId) => {
  for (const name of collections[kind]) {
    const records = database.collection<OfMailbox>(name);
    const found =
      (await records.findOne({ _id: id, userId }, { projection })) ??
      (kind === "thread" ? await records.findOne({ aliasIds: id, userId }, { projection }) : null);
    if (found) return found.mailboxId;
  }
  return undefined;
};

/** The reads that check bounds, in MongoDB. */
export const mongoBounds = (connect: Connect): BoundReads => ({
  mailboxIds: async (user, { tenant, mailboxIds }) => {
    const filter = exact({ userId: oid(user), ...given({ tenant }), ...(mailboxIds && { _id: { $in: mailboxIds.map(oid) } }) });
    const found = (await connect()).collection<OfMailbox>("mailboxes").find(filter, { projection: { _id: 1 } });
    return (await found.toArray()).map(({ _id }) => _id.toHexString());
  },
  mailboxOf: async (user, kind, id) => {
    const [database, userId] = [await connect(), oid(user)];
    if (kind === "connectLink") {
      const link = await database.collection<OfMailbox>("connectLinks").findOne({ _id: oid(id), userId }, { projection: { tenant: 1 } });
      return link ? fromDocument<Pick<Mailbox, "id" | "tenant">>(link) : undefined;
    }
    const _id = kind === "mailbox" ? oid(id) : await mailboxIdOf(database, userId, kind, oid(id));
    const found = _id && (await database.collection<OfMailbox>("mailboxes").findOne({ _id, userId }, { projection: { tenant: 1 } }));
    return found ? fromDocument<Pick<Mailbox, "id" | "tenant">>(found) : undefined;
  },
});

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
