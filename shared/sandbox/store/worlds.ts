import type { ObjectId } from "mongodb";
import type { WorldHolder, Worlds, WorldLease } from "../ports.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { newToken, oid } from "#shared/platform/mongo/documents.ts";
import { collectionsOf } from "#shared/platform/mongo/collections.ts";
import { eraseObjects } from "#shared/platform/mongo/moved-bodies.ts";
import { type Stored, WORLD_PREFIX } from "#shared/platform/world.ts";
import { purgeCollections } from "#shared/accounts/store/purge.ts";
import { usersOf, type WalletDocument } from "#shared/accounts/store/users.ts";

/** An account's world; its id is the account's. All its dates but `at` are real. */
interface WorldDocument {
  _id: ObjectId;
  offsetMs: number;
  /** The world's time while it is being moved. */
  at?: Date;
  lease?: { token: string; until: Date; by?: WorldHolder };
  /** Set while a reset is unfinished: settings and wallet are missing. */
  isBare?: true;
  /** The size as last counted, with what was added since; `countedAt`: when the records were last counted. */
  stored?: { rows: number; bytes: number };
  countedAt?: Date;
  /** When the next wake-up is due, real time. */
  wakeAt?: Date;
}

/** The most worlds that one sweep wakes. */
const DUE_MAX = 1000;

/** Indexes: the wake-ups of all worlds. */
export const worldIndexes: readonly IndexSpec[] = [
  { collection: "worlds", keys: { wakeAt: 1 }, options: { partialFilterExpression: { wakeAt: { $exists: true } } } },
];

/** The worlds' collection. */
const worldsOf = (database: Database) => database.collection<WorldDocument>("worlds");

/** The worlds whose wake-ups are due, in MongoDB; `connect` opens the live database. */
export const mongoDueWorlds = (connect: Connect): Pick<Worlds, "due"> => ({
  due: async () => {
    const due = { wakeAt: { $gte: new Date(0) }, $expr: { $lte: ["$wakeAt", "$$NOW"] } };
    const found = await worldsOf(await connect())
      .find(due, { projection: { _id: 1 } })
      .limit(DUE_MAX)
      .toArray();
    return found.map(({ _id }) => _id.toHexString());
  },
});

/** The credits of a new world. */
const CREDITS = 1_000_000;
/** How often the records of a world are counted at most, ms. */
const COUNT_MS = 60_000;
const NOTHING = { rows: 0, bytes: 0 };

/** What an account's world stores, counted in every collection whose records name their account. */
const storedIn = async ({ raw }: Database, userId: ObjectId): Promise<Stored> => {
  const count = { _id: null, rows: { $sum: 1 }, bytes: { $sum: { $bsonSize: "$$ROOT" } } };
  const pipeline = [{ $match: { userId } }, { $group: count }];
  const counts = await Promise.all(
    collectionsOf("user").map(async (name): Promise<readonly Stored[]> => {
      const { cursor } = await raw.command({ aggregate: WORLD_PREFIX + name, pipeline, cursor: {} });
      return (cursor as { readonly firstBatch: readonly Stored[] }).firstBatch;
    }),
  );
  return counts.flat().reduce((all, { rows, bytes }) => ({ rows: all.rows + rows, bytes: all.bytes + bytes }), NOTHING);
};

/** The condition that no worker has the world. */
const isFree = { $expr: { $lte: [{ $ifNull: ["$lease.until", new Date(0)] }, "$$NOW"] } };

/** Gives a world the settings of its account and a wallet if it lacks them. */
const initialiseWorld = async (database: Database, _id: ObjectId): Promise<void> => {
  const { passwordHash: _hash, loginNetworks: _networks, ...user } = (await usersOf(database).findOne({ _id })) ?? { _id };
  const wallet: Partial<WalletDocument> = { balance: CREDITS, updatedAt: new Date() };
  await database.collection(`${WORLD_PREFIX}users`).updateOne({ _id }, { $setOnInsert: { ...user, _id } }, { upsert: true });
  await database.collection(`${WORLD_PREFIX}wallets`).updateOne({ _id }, { $setOnInsert: wallet }, { upsert: true });
};

/** The worlds in MongoDB, by the database's clock; `connect` opens the live database. */
export const mongoWorlds = (connect: Connect): Worlds => {
  const held = ({ userId, token }: WorldLease) => ({ _id: oid(userId), "lease.token": token });
  const open = async (userId: string): Promise<WorldDocument> => {
    const database = await connect();
    const _id = oid(userId);
    const known = await worldsOf(database).findOne({ _id });
    if (known && !known.isBare) return known;
    await initialiseWorld(database, _id);
    if (known) {
      // The caller who is emptying the world creates them again at the end.
      await worldsOf(database).updateOne({ _id, ...isFree }, { $unset: { isBare: "" } });
      return known;
    }
    await worldsOf(database)
      .insertOne({ _id, offsetMs: 0, stored: NOTHING })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
    return { _id, offsetMs: 0, stored: NOTHING };
  };
  return {
    open: async (userId) => {
      const { stored, ...world } = await open(userId);
      return { ...timeOf(world), ...(stored && { stored }) };
    },
    add: async (userId, { rows, bytes }) => {
      if (rows === 0) return;
      const counted = { _id: oid(userId), stored: { $exists: true } };
      await worldsOf(await connect()).updateOne(counted, { $inc: { "stored.rows": rows, "stored.bytes": bytes } });
    },
    measure: async (userId) => {
      const database = await connect();
      const _id = oid(userId);
      const old = { _id, $expr: { $lte: [{ $ifNull: ["$countedAt", new Date(0)] }, { $subtract: ["$$NOW", COUNT_MS] }] } };
      const mine = await worldsOf(database).findOneAndUpdate(old, [{ $set: { countedAt: "$$NOW" } }]);
      if (!mine) return (await worldsOf(database).findOne({ _id }))?.stored ?? NOTHING;
      const stored = await storedIn(database, _id);
      await worldsOf(database).updateOne({ _id }, { $set: { stored } });
      return stored;
    },
    holder: async (userId) => {
      const held = await worldsOf(await connect()).findOne({ _id: oid(userId), $nor: [isFree] });
      return held ? (held.lease?.by ?? "call") : undefined;
    },
    lease: async (userId, forMs, by) => {
      await open(userId);
      const token = newToken();
      const until = { $add: ["$$NOW", forMs] };
      // Whoever finishes plans what comes next; of a worker that died the sweeper finds this.
      const mine = [{ $set: { lease: { token, by, until }, wakeAt: until } }];
      const worlds = worldsOf(await connect());
      const taken = await worlds.findOneAndUpdate({ _id: oid(userId), ...isFree }, mine, { returnDocument: "after" });
      return taken ? { userId, token, ...timeOf(taken) } : undefined;
    },
    set: async (lease, { offsetMs, at }, forMs) => {
      const time = [
        { $set: { offsetMs, ...(at && { at }), "lease.until": { $add: ["$$NOW", forMs] } } },
        ...(at ? [] : [{ $unset: ["at"] }]),
      ];
      return (await worldsOf(await connect()).updateOne(held(lease), time)).matchedCount === 1;
    },
    renew: async (lease, forMs) => {
      const longer = [{ $set: { "lease.until": { $add: ["$$NOW", forMs] } } }];
      await worldsOf(await connect()).updateOne(held(lease), longer);
    },
    release: async (lease) => void (await worldsOf(await connect()).updateOne(held(lease), { $unset: { lease: "" } })),
    plan: async (userId, at) => {
      const plan = at ? { $set: { wakeAt: at } } : { $unset: { wakeAt: "" as const } };
      await worldsOf(await connect()).updateOne({ _id: oid(userId) }, plan);
    },
    due: mongoDueWorlds(connect).due,
    reset: async (userId) => {
      const database = await connect();
      await worldsOf(database).updateOne({ _id: oid(userId) }, { $set: { isBare: true } });
      const names = (await database.raw.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
      await purgeCollections(
        database,
        names.filter((name) => name.startsWith(WORLD_PREFIX)),
        userId,
      );
      await eraseObjects(database, oid(userId), "world");
      await initialiseWorld(database, oid(userId));
      await worldsOf(database).updateOne({ _id: oid(userId) }, { $set: { stored: NOTHING }, $unset: { isBare: "" } });
    },
  };
};

const timeOf = ({ offsetMs, at }: WorldDocument) => ({ offsetMs, ...(at && { at }) });
