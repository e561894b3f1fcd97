import { touchUser } from "#shared/accounts/store/users.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { exact, oid, type Stored } from "#shared/platform/mongo/documents.ts";
import type { ObjectId } from "mongodb";
import type { Pool, Pools } from "../pools.ts";

type PoolDocument = Omit<Stored<Pool, "userId">, "mailboxIds"> & { mailboxIds: ObjectId[] };

/** Indexes: an account has a pool of a name once. */
export const poolIndexes: readonly IndexSpec[] = [{ collection: "pools", keys: { userId: 1, name: 1 }, options: { unique: true } }];

const poolsOf = (database: Database) => database.collection<PoolDocument>("pools");

const toPool = ({ _id, userId, mailboxIds, ...rest }: PoolDocument): Pool => ({
  ...rest,
  id: _id.toHexString(),
  userId: userId.toHexString(),
  mailboxIds: mailboxIds.map((id) => id.toHexString()),
});
const orNothing = (found: PoolDocument | null): Pool | undefined => (found ? toPool(found) : undefined);
const one = (userId: string, name: string) => exact({ userId: oid(userId), name });

/** The pools in MongoDB. */
export const mongoPools = (connect: Connect): Pools => ({
  find: async (userId, name) => orNothing(await poolsOf(await connect()).findOne(one(userId, name))),
  findMany: async (userId, names) => {
    const found = poolsOf(await connect()).find({ userId: oid(userId), name: { $in: [...names] } });
    return (await found.toArray()).map(toPool);
  },
  list: async (userId) => {
    const found = poolsOf(await connect()).find({ userId: oid(userId) });
    return (await found.sort({ name: 1 }).toArray()).map(toPool);
  },
  put: async ({ id, userId, name, mailboxIds, createdAt, updatedAt }, most) => {
    const database = await connect();
    return database.transaction(async (session) => {
      await touchUser(database, oid(userId), session);
      const others = { userId: oid(userId), name: { $ne: name } };
      const isNew = !(await poolsOf(database).findOne(one(userId, name), { session, projection: { _id: 1 } }));
      if (isNew && (await poolsOf(database).countDocuments(others, { session, limit: most })) === most) return undefined;
      const update = { $set: { mailboxIds: mailboxIds.map(oid), updatedAt }, $setOnInsert: { _id: oid(id), createdAt } };
      const options = { session, upsert: true, returnDocument: "after" } as const;
      return orNothing(await poolsOf(database).findOneAndUpdate(one(userId, name), update, options));
    });
  },
  delete: async (userId, name) => orNothing(await poolsOf(await connect()).findOneAndDelete(one(userId, name))),
});
