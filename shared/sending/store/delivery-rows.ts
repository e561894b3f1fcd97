import type { ObjectId, ClientSession } from "mongodb";
import { REPLIES_PER_HOUR, type RefusedHour, type Refusals, type ClaimedDraft } from "../ports/claims.ts";
import { type Connect, type Database, type IndexSpec, isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import type { RefusedMail, RefusedRun } from "../ports/deliveries.ts";
import type { Pause, PauseReason } from "../ports/sends.ts";
import type { Send } from "../send.ts";
import { sendBodiesOf } from "./send-documents.ts";

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

/** The delivery state of a mailbox. All claims of a mailbox write it and so conflict, which makes its limits exact. */
interface DeliveryRow {
  _id: ObjectId;
  version?: number;
  /** The database's time of the last claim. */
  at?: Date;
  /** How many more sends may be claimed under `maxDaily` before they must be counted again. */
  headroom?: number;
  maxDaily?: number;
  /** Until then all sends of the mailbox wait, so that no send overtakes one that has waited longer. */
  heldUntil?: Date;
  /** Why they wait; absent in rows of older versions. */
  heldFor?: PauseReason;
  /** When a pause for the owner's pace is expected to be over: `heldUntil` may be earlier, to look again. */
  opensAt?: Date;
  /** The latest mails that the server refused for good, oldest first. */
  refused?: RefusedRun["refused"];
}

/** The collection of the mailboxes' delivery rows. */
export const deliveryRowsOf = (database: Database) => database.collection<DeliveryRow>("deliveryLimits");

/** How long the mailbox is still paused, ms by the database's clock; 0 when it is not. */
export const pausedForMs = async (database: Database, mailboxId: ObjectId): Promise<number> => {
  const projection = { forMs: { $max: [0, { $subtract: [{ $ifNull: ["$heldUntil", "$$NOW"] }, "$$NOW"] }] } };
  const row = await deliveryRowsOf(database).findOne<{ readonly forMs: number }>({ _id: mailboxId }, { projection });
  return row?.forMs ?? 0;
};

/** Pauses the mailbox; never shortens an existing pause. */
export const pauseMailbox = async (database: Database, mailboxId: ObjectId, forMs: number, why: PauseReason): Promise<void> => {
  const wanted = { $add: ["$$NOW", forMs] };
  const heldFor = { $cond: [{ $gt: [wanted, { $ifNull: ["$heldUntil", new Date(0)] }] }, why, "$heldFor"] };
  const set = { heldUntil: { $max: ["$heldUntil", wanted] }, heldFor };
  await deliveryRowsOf(database).updateOne({ _id: mailboxId }, [{ $set: set }], { upsert: true });
};

/** The current pauses of mailboxes, by mailbox id. */
export const pausesOf = async (database: Database, mailboxIds: readonly ObjectId[]): Promise<ReadonlyMap<string, Pause>> => {
  const held = { _id: { $in: [...mailboxIds] }, heldUntil: { $gt: new Date(0) }, $expr: { $gt: ["$heldUntil", "$$NOW"] } };
  const rows = await deliveryRowsOf(database).find(held).toArray();
  return new Map(
    rows.flatMap(({ _id, heldUntil, heldFor = "rate" }) =>
      heldUntil ? [[_id.toHexString(), { until: heldUntil, for: heldFor }] as const] : [],
    ),
  );
};

/** Ends a pause, because its reason is over. */
export const resumeMailbox = async (database: Database, mailboxId: ObjectId): Promise<void> =>
  void (await deliveryRowsOf(database).updateOne({ _id: mailboxId }, { $unset: { heldUntil: "" } }));

/** How many refused mails a row remembers: twice as many as the rule needs. */
const REFUSED_MAX = 10;

/** Adds a refused mail to the stored ones, the latest of each recipient, with the database's time; returns all. */
export const addRefused = async (database: Database, mailboxId: ObjectId, mail: RefusedMail): Promise<RefusedRun["refused"]> => {
  const others = { $filter: { input: { $ifNull: ["$refused", []] }, as: "one", cond: { $ne: ["$$one.recipient", mail.recipient] } } };
  const all = { $concatArrays: [others, [{ $mergeObjects: [{ $literal: mail }, { at: "$$NOW" }] }]] };
  const update = [{ $set: { refused: { $slice: [all, -REFUSED_MAX] } } }];
  const row = await deliveryRowsOf(database).findOneAndUpdate({ _id: mailboxId }, update, { upsert: true, returnDocument: "after" });
  return row?.refused ?? [];
};

/** Sends with their bodies, read by one command; a body that is missing, or has left the database, is undefined. */
export const draftsWithBodies = async (database: Database, sends: readonly Send[]): Promise<readonly ClaimedDraft[]> => {
  if (sends.length === 0) return [];
  const accounts = [...new Set(sends.map(({ userId }) => userId))];
  const bodies = await sendBodiesOf(database)
    .find({ _id: { $in: sends.map(({ id }) => oid(id)) }, userId: { $in: accounts.map(oid) }, moved: { $exists: false } })
    .toArray();
  const byId = new Map(bodies.map(({ _id, html, text }) => [_id.toHexString(), { html, text }]));
  return sends.map((send) => ({ send, body: byId.get(send.id) }));
};
