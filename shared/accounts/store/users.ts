import type { ObjectId, UpdateFilter, ClientSession, Filter } from "mongodb";
import type { ContactLimit, HourlyCount, Transaction, Wallets } from "../credits.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { fromDocument, given, newId, oid, type Stored, pageOf, exact, toDocument } from "#shared/platform/mongo/documents.ts";
import type { HasPendingEvents } from "#shared/events/store/event-documents.ts";
import { workerNow } from "#shared/platform/world.ts";
import type { Logins, User, Users } from "../auth/ports.ts";
import { conflict } from "#shared/platform/errors.ts";

/** A wallet; its id is the account's. */
export interface WalletDocument extends HasPendingEvents {
  _id: ObjectId;
  balance: number;
  updatedAt: Date;
  lowBalance?: number;
  hourlyLimit?: number;
  hourly?: HourlyCount;
  contactLimit?: ContactLimit;
  /** When a mailbox of the account was last deleted; written so that a deletion conflicts with a charge under way. */
  mailboxDeletedAt?: Date;
  /** When an email was last held for approval; written so that requests at the same time see each other. */
  heldAt?: Date;
  /** How many sends were ever accepted; absent where none was since they are numbered. */
  accepted?: number;
  /** Since when there may be accepted sends that the metrics have not counted. */
  uncountedSince?: Date;
}

/** A ledger row; a charge has its send's id, so that a send is charged once (G11 in shared/README.md). */
export type LedgerDocument = Stored<Transaction, "userId" | "sendId"> & {
  /** The number of a charge's send among the account's accepted ones, from 1 without gaps; absent in rows of older versions. */
  number?: number;
};

/** The wallets' collection. */
export const walletsOf = (database: Database) => database.collection<WalletDocument>("wallets");
/** The ledger's collection. */
export const ledgerOf = (database: Database) => database.collection<LedgerDocument>("ledger");

/**
 * Indexes: one charge for each send, one booking for each top-up; the ledger, and a week's top-ups; accepted sends by number, and accounts with
 * uncounted ones.
 */
export const walletIndexes: readonly IndexSpec[] = [
  {
    collection: "ledger",
    keys: { userId: 1, sendId: 1 },
    options: { unique: true, partialFilterExpression: { type: "charge" } },
    replaces: { sendId: 1 },
  },
  { collection: "ledger", keys: { userId: 1, reference: 1 }, options: { unique: true, partialFilterExpression: { type: "topup" } } },
  { collection: "ledger", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "ledger", keys: { userId: 1, createdAt: 1 }, options: { partialFilterExpression: { type: "topup" } } },
  {
    collection: "ledger",
    keys: { userId: 1, number: 1 },
    options: { unique: true, partialFilterExpression: { number: { $exists: true } } },
  },
  { collection: "wallets", keys: { uncountedSince: 1 }, options: { partialFilterExpression: { uncountedSince: { $exists: true } } } },
];

/** Changes a setting of an account's wallet, which begins empty with it; undefined takes the setting away. */
const setIn =
  (connect: Connect) =>
  async <Name extends "lowBalance" | "contactLimit" | "hourlyLimit">(
    userId: string,
    name: Name,
    value: WalletDocument[Name],
  ): Promise<void> => {
    const change: UpdateFilter<WalletDocument> = value === undefined ? { $unset: { [name]: "" } } : { $set: { [name]: value } };
    const update = { ...change, $setOnInsert: { balance: 0, updatedAt: workerNow() } };
    await walletsOf(await connect()).updateOne({ _id: oid(userId) }, update, { upsert: true });
  };

/** Wallets and their ledger in MongoDB. */
export const mongoWallets = (connect: Connect): Wallets => ({
  find: async (userId) => {
    const wallet = await walletsOf(await connect()).findOne({ _id: oid(userId) });
    if (!wallet) return undefined;
    const { balance, updatedAt, lowBalance, hourlyLimit, hourly, contactLimit } = wallet;
    return given({ balance, updatedAt, lowBalance, hourlyLimit, hourly, contactLimit });
  },
  topUp: async (userId, amount, reference) => {
    const database = await connect();
    try {
      await database.transaction(async (session) => {
        const wallet = await walletsOf(database).findOneAndUpdate(
          { _id: oid(userId) },
          { $inc: { balance: amount }, $currentDate: { updatedAt: true } },
          { session, upsert: true, returnDocument: "after" },
        );
        if (!wallet) throw new Error("an upsert answers its document");
        const { balance: balanceAfter, updatedAt: createdAt } = wallet;
        await ledgerOf(database).insertOne(
          { _id: newId(), userId: oid(userId), type: "topup", amount, balanceAfter, reference, createdAt } as LedgerDocument,
          { session },
        );
      });
      return true;
    } catch (error) {
      if (isDuplicateKey(error, "reference")) return false;
      throw error;
    }
  },
  setLowBalance: (userId, lowBalance) => setIn(connect)(userId, "lowBalance", lowBalance),
  setContactLimit: (userId, limit) => setIn(connect)(userId, "contactLimit", limit),
  setHourlyLimit: (userId, emails) => setIn(connect)(userId, "hourlyLimit", emails),
  transactions: async (userId, page) => {
    const rows = pageOf(ledgerOf(await connect()), { userId: oid(userId) }, "createdAt", page);
    return (await rows.toArray()).map(({ number: _number, ...row }) => fromDocument<Transaction>(row));
  },
});

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

/** The writes at a login, to the collection of owners or of members. */
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
