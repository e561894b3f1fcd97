import type { ObjectId } from "mongodb";
import type { Database } from "../database.ts";

/** What is remembered of a mailbox's delivering; claims of one mailbox conflict on it, which makes its limits exact. */
interface DeliveryRow {
  _id: ObjectId;
  version?: number;
  /** The database's time of the last claim. */
  at?: Date;
  /** How many more may be claimed under `maxDaily` before the sends are counted anew. */
  headroom?: number;
  maxDaily?: number;
  /** Until then everything in the mailbox waits together, so that nothing overtakes what has waited longer. */
  heldUntil?: Date;
}

/** The collection of the mailboxes' delivery rows. */
export const deliveryRowsOf = (database: Database) => database.collection<DeliveryRow>("deliveryLimits");

/** How long the mailbox is held from now on, ms by the database's clock; 0 when it is not. */
export const heldForMs = async (database: Database, mailboxId: ObjectId): Promise<number> => {
  const projection = { forMs: { $max: [0, { $subtract: [{ $ifNull: ["$heldUntil", "$$NOW"] }, "$$NOW"] }] } };
  const row = await deliveryRowsOf(database).findOne<{ readonly forMs: number }>({ _id: mailboxId }, { projection });
  return row?.forMs ?? 0;
};

/** Holds the mailbox, never shorter than it is held. */
export const holdMailbox = async (database: Database, mailboxId: ObjectId, forMs: number): Promise<void> => {
  const until = { $max: ["$heldUntil", { $add: ["$$NOW", forMs] }] };
  await deliveryRowsOf(database).updateOne({ _id: mailboxId }, [{ $set: { heldUntil: until } }], { upsert: true });
};

/** Ends a hold: what it was for has changed. */
export const releaseMailbox = async (database: Database, mailboxId: ObjectId): Promise<void> =>
  void (await deliveryRowsOf(database).updateOne({ _id: mailboxId }, { $unset: { heldUntil: "" } }));

/** Of the mailboxes those that are held. */
export const heldAmong = async (database: Database, mailboxIds: readonly ObjectId[]): Promise<ReadonlySet<string>> => {
  const projection = { isHeld: { $gt: [{ $ifNull: ["$heldUntil", "$$NOW"] }, "$$NOW"] } };
  const rows = deliveryRowsOf(database).find<{ readonly _id: ObjectId; readonly isHeld: boolean }>(
    { _id: { $in: [...mailboxIds] } },
    { projection },
  );
  return new Set((await rows.toArray()).flatMap(({ _id, isHeld }) => (isHeld ? [_id.toHexString()] : [])));
};
