import type { User, Users } from "../../../domain/auth/ports.ts";
import { conflict } from "../../../domain/errors.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "../database.ts";
import { exact, fromDocument, oid, type Stored, toDocument } from "../documents.ts";

type UserDocument = Stored<User>;

/** Emails are unique. */
export const userIndexes: readonly IndexSpec[] = [{ collection: "users", keys: { email: 1 }, options: { unique: true } }];

/** The accounts' collection. */
export const usersOf = (database: Database) => database.collection<UserDocument>("users");

/** The accounts in MongoDB. */
export const mongoUsers = (connect: Connect): Users => {
  const users = async () => usersOf(await connect());
  const orNothing = (document: UserDocument | null) => (document ? fromDocument<User>(document) : undefined);
  return {
    insert: async (user) => {
      try {
        await (await users()).insertOne(toDocument(user, []));
      } catch (error) {
        throw isDuplicateKey(error) ? conflict("The user exists already", `a user with the email ${user.email} exists`) : error;
      }
    },
    findByEmail: async (email) => orNothing(await (await users()).findOne(exact({ email }))),
    find: async (id) => orNothing(await (await users()).findOne({ _id: oid(id) })),
    list: async () => (await (await users()).find().sort({ _id: 1 }).toArray()).map((user) => fromDocument<User>(user)),
    setPasswordHash: async (id, passwordHash) => void (await (await users()).updateOne({ _id: oid(id) }, { $set: { passwordHash } })),
    setLocked: async (id, at) =>
      void (await (await users()).updateOne({ _id: oid(id) }, at ? { $set: { lockedAt: at } } : { $unset: { lockedAt: "" } })),
    setSuppressBounced: async (id, suppressBounced) =>
      void (await (await users()).updateOne({ _id: oid(id) }, { $set: { suppressBounced } })),
  };
};
