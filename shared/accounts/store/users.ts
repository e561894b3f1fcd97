import type { ClientSession, Filter, ObjectId } from "mongodb";
import type { Logins, User, Users } from "../auth/ports.ts";
import { conflict } from "#shared/platform/errors.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { exact, fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";

/** `revision` counts the changes that must not run concurrently (`touchUser`). */
type UserDocument = Stored<User> & { revision?: number };

/** How many networks are remembered of whoever logs in. */
const NETWORKS_KEPT = 20;

/** Indexes: emails are unique. */
export const userIndexes: readonly IndexSpec[] = [{ collection: "users", keys: { email: 1 }, options: { unique: true } }];

/** The accounts' collection. */
export const usersOf = (database: Database) => database.collection<UserDocument>("users");

/**
 * Serialises transactions that count or check records of an account: each writes the account's document, and MongoDB lets only one of two such
 * transactions commit. False when the account does not match `unchanged`.
 */
export const touchUser = async (
  database: Database,
  _id: ObjectId,
  session: ClientSession,
  unchanged: Filter<UserDocument> = {},
  set?: Pick<User, "hasTeam">,
) =>
  (await usersOf(database).updateOne({ ...unchanged, _id }, { $inc: { revision: 1 }, ...(set && { $set: set }) }, { session }))
    .matchedCount === 1;

/** What is written of whoever logs in, in the collection that has them. */
export const loginWrites = (
  connect: Connect,
  collection: "users" | "members",
): Pick<Logins<never>, "setPasswordHash" | "addLoginNetwork"> => {
  const rows = async () => (await connect()).collection<Pick<UserDocument, "_id" | "passwordHash" | "loginNetworks">>(collection);
  return {
    setPasswordHash: async (id, passwordHash, instead) => {
      const same = instead === undefined ? {} : exact({ passwordHash: instead });
      await (await rows()).updateOne({ ...same, _id: oid(id) }, { $set: { passwordHash } });
    },
    addLoginNetwork: async (id, network) => {
      const push = { $push: { loginNetworks: { $each: [network], $slice: -NETWORKS_KEPT } } };
      await (await rows()).updateOne({ _id: oid(id), loginNetworks: { $ne: network } }, push);
    },
  };
};

/** The accounts in MongoDB. */
export const mongoUsers = (connect: Connect): Users => {
  const users = async () => usersOf(await connect());
  const toUser = ({ revision: _revision, ...document }: UserDocument) => fromDocument<User>(document);
  const userIfFound = (document: UserDocument | null) => (document ? toUser(document) : undefined);
  return {
    insert: async (user) => {
      try {
        await (await users()).insertOne(toDocument(user, []));
      } catch (error) {
        throw isDuplicateKey(error) ? conflict("The user exists already", `a user with the email ${user.email} exists`) : error;
      }
    },
    findByEmail: async (email) => userIfFound(await (await users()).findOne(exact({ email }))),
    find: async (id) => userIfFound(await (await users()).findOne({ _id: oid(id) })),
    list: async () => (await (await users()).find().sort({ _id: 1 }).toArray()).map(toUser),
    ...loginWrites(connect, "users"),
    setLocked: async (id, at) =>
      void (await (await users()).updateOne({ _id: oid(id) }, at ? { $set: { lockedAt: at } } : { $unset: { lockedAt: "" } })),
    changeSettings: async (id, settings) => void (await (await users()).updateOne({ _id: oid(id) }, { $set: { ...settings } })),
  };
};
