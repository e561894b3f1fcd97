import type { ApiKey, ApiKeys } from "../../../domain/auth/ports.ts";
import type { Connect, IndexSpec } from "../database.ts";
import { exact, fromDocument, oid, type Stored, toDocument } from "../documents.ts";

type ApiKeyDocument = Stored<ApiKey, "userId">;

/** Keys are found by their hash alone; an account's keys are listed newest first. */
export const apiKeyIndexes: readonly IndexSpec[] = [
  { collection: "apiKeys", keys: { hash: 1 }, options: { unique: true } },
  { collection: "apiKeys", keys: { userId: 1, createdAt: -1, _id: -1 } },
];

/** The API keys in MongoDB. */
export const mongoApiKeys = (connect: Connect): ApiKeys => {
  const keys = async () => (await connect()).collection<ApiKeyDocument>("apiKeys");
  const ofUser = async (userId: string) => (await keys()).find({ userId: oid(userId) }).sort({ createdAt: -1, _id: -1 });
  const unnamed = async (userId: string) =>
    (await keys()).find({ userId: oid(userId), name: { $exists: false } }).sort({ createdAt: -1, _id: -1 });
  return {
    insert: async (key, keep) => {
      await (await keys()).insertOne(toDocument(key, ["userId"]));
      const surplus = await (await unnamed(key.userId)).skip(keep).project({ _id: 1 }).toArray();
      if (surplus.length > 0) await (await keys()).deleteMany({ userId: oid(key.userId), _id: { $in: surplus.map(({ _id }) => _id) } });
    },
    findByHash: async (hash) => {
      const found = await (await keys()).findOne(exact({ hash }));
      return found ? fromDocument<ApiKey>(found) : undefined;
    },
    list: async (userId) => (await (await ofUser(userId)).toArray()).map((key) => fromDocument<ApiKey>(key)),
    delete: async (userId, id) => (await (await keys()).deleteOne({ _id: oid(id), userId: oid(userId) })).deletedCount === 1,
    deleteAll: async (userId) => (await (await keys()).deleteMany({ userId: oid(userId) })).deletedCount,
    touch: async (id, usedAt) => void (await (await keys()).updateOne({ _id: oid(id) }, { $max: { lastUsedAt: usedAt } })),
  };
};
