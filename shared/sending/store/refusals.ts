import type { ObjectId, ClientSession } from "mongodb";
import { REPLIES_PER_HOUR, type RefusedHour, type Refusals } from "../ports/claims.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";

interface RefusalDocument extends RefusedHour {
  _id: ObjectId;
  mailboxId: ObjectId;
  expiresAt: Date;
}

const HOUR_MS = 3_600_000;
/** How long after its beginning an hour is kept: a day, and the hour itself. */
const KEPT_MS = 25 * HOUR_MS;

/** Indexes: one row for each hour of a mailbox; expiry. */
export const refusalIndexes: readonly IndexSpec[] = [
  { collection: "refusals", keys: { mailboxId: 1, hour: 1 }, options: { unique: true } },
  { collection: "refusals", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

/** The collection of temporary refusals. */
export const refusalsOf = (database: Database) => database.collection<RefusalDocument>("refusals");

/** Temporary refusals in MongoDB. */
export const mongoRefusals = (connect: Connect): Refusals => {
  const note: Refusals["note"] = async (mailboxId, at, replies) => {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    const known = { $ifNull: ["$replies", []] };
    const all = { $concatArrays: [known, { $setDifference: [[...new Set(replies)].map((reply) => ({ $literal: reply })), known] }] };
    const set = {
      count: { $add: [{ $ifNull: ["$count", 0] }, replies.length] },
      replies: { $slice: [all, REPLIES_PER_HOUR] },
      expiresAt: new Date(hour.getTime() + KEPT_MS),
    };
    await refusalsOf(await connect()).updateOne({ mailboxId: oid(mailboxId), hour }, [{ $set: set }], { upsert: true });
  };
  return {
    // Two first refusals of an hour may both try to insert its row; the repetition then finds it.
    note: (...noted) =>
      note(...noted).catch((error: unknown) => {
        if (isDuplicateKey(error)) return note(...noted);
        throw error;
      }),
    since: async (mailboxId, at) => {
      const rows = refusalsOf(await connect()).find({ mailboxId: oid(mailboxId), hour: { $gte: at } });
      const found = await rows.sort({ hour: 1 }).toArray();
      return found.map(({ hour, count, replies }) => ({ hour, count, replies }));
    },
  };
};

/**
 * The account's stops: how often a limit was changed, a mailbox deleted or an address suppressed. Workers compare it right before each intent, so it
 * is a document of its own, which nothing else writes.
 */
interface StopRow {
  /** The account's id. */
  _id: ObjectId;
  version: number;
}

const stopsOf = (database: Database) => database.collection<StopRow>("stops");

/** Counts a stop, in the transaction that makes it, so that whoever reads the version also sees the stop. */
export const raiseStopVersion = async (database: Database, userId: ObjectId, session: ClientSession): Promise<void> =>
  void (await stopsOf(database).updateOne({ _id: userId }, { $inc: { version: 1 } }, { session, upsert: true }));

/** The number of the account's stops so far. */
export const stopVersionOf = async (database: Database, userId: ObjectId): Promise<number> =>
  (await stopsOf(database).findOne({ _id: userId }))?.version ?? 0;
