import type { ObjectId } from "mongodb";
import type { RefusedMail, RefusedRun } from "../ports/deliveries.ts";
import type { Pause, PauseReason } from "../ports/sends.ts";
import type { Database } from "#shared/platform/mongo/database.ts";
import type { ClaimedDraft } from "../ports/claims.ts";
import type { Send } from "../send.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { sendBodiesOf } from "./send-documents.ts";

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
