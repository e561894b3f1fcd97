import { heldTogether } from "../deliver/claim.ts";
import type { SentCopies } from "../ports/submission.ts";
import { type Connect, databaseNow, type Database } from "#shared/platform/mongo/database.ts";
import { newToken, oid } from "#shared/platform/mongo/documents.ts";
import { transitions, type Change, leased, type Transition } from "../transitions.ts";
import { whatIsDue } from "#shared/platform/mongo/due-records.ts";
import { waitingCopies } from "./due-sends.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { draftsWithBodies, pausesOf } from "./delivery-rows.ts";
import { sendsOf, toSend, toWaiting, type SendCollection, type SendDocument, STEP_MAX } from "./send-documents.ts";
import type { ObjectId, ClientSession } from "mongodb";
import type { Deliveries } from "../ports/deliveries.ts";
import type { RefusedRecipient, Untaken } from "../recipients.ts";
import type { Send } from "../send.ts";
import { parentFailed } from "../deliver/prepare.ts";
import { isHeldBy } from "../waiting.ts";

const LOOK_AT_MOST = 1000;

/** The list of copies in MongoDB: the sends with a `copyAt`, in its order, by the database's clock. */
export const mongoSentCopies = (connect: Connect): SentCopies => ({
  take: async (mailboxId, forMs, atMost) => {
    const database = await connect();
    const waits = { mailboxId: oid(mailboxId), copyAt: { $gte: new Date(0) }, $expr: { $lte: ["$copyAt", "$$NOW"] } };
    const found = await sendsOf(database)
      .find(waits, { projection: { bodyBytes: 1 } })
      .sort({ copyAt: 1 })
      .limit(atMost)
      .toArray();
    if (found.length === 0) return [];
    const ids = { _id: { $in: heldTogether(found).map(({ _id }) => _id) } };
    const copyToken = newToken();
    const held = { set: { copyToken }, compute: { copyAt: { inMs: forMs } } };
    await sendsOf(database).updateMany({ ...waits, ...ids }, updateBy(transitions.takeCopy, held));
    const taken = await sendsOf(database)
      .find({ ...ids, copyToken })
      .sort({ sentAt: 1 })
      .toArray();
    return draftsWithBodies(database, taken.map(toSend));
  },
  putBack: async (ids) => {
    const filter = { _id: { $in: ids.map(oid) }, copyAt: { $gte: new Date(0) } };
    await sendsOf(await connect()).updateMany(filter, updateBy(transitions.putBackCopy));
  },
  drop: async (id) => void (await sendsOf(await connect()).updateOne({ _id: oid(id) }, updateBy(transitions.dropCopy))),
  waiting: async (fromMs, toMs) => {
    const database = await connect();
    const now = await databaseNow(database);
    const found = await sendsOf(database)
      .find(whatIsDue(waitingCopies, now, fromMs, toMs), { projection: { userId: 1, mailboxId: 1 } })
      .limit(LOOK_AT_MOST)
      .toArray();
    const first = new Map(found.map(({ _id, userId, mailboxId }) => [mailboxId.toHexString(), { _id, userId, mailboxId }]));
    return [...first.values()].map(toWaiting);
  },
});

const TRIED_AT_MOST = 25;

type Deferrals = Pick<Deliveries, "claimDeferred" | "intendDeferred" | "deferAgain" | "settleDeferred">;

/** The filter for sent sends with deferred recipients that are due. */
export const areDeferred = { ...whichMay(transitions.stopDeferred), dueAt: { $gte: new Date(0) } };

const unlessEmpty = (field: "refused" | "deferred", some: readonly RefusedRecipient[]): Change =>
  some.length > 0 ? { set: { [field]: some } } : { clear: [field] };

const changeOf = ({ refused, deferred }: Untaken): Change => {
  const [told, left] = [unlessEmpty("refused", refused), unlessEmpty("deferred", deferred)];
  return { set: { ...told.set, ...left.set }, clear: [...(told.clear ?? []), ...(left.clear ?? [])] };
};

/** Deferred recipients in MongoDB, by the database's clock. */
export const mongoDeferrals = (connect: Connect, leaseMs: number): Deferrals => {
  const apply = async (token: string, send: Send, transition: Transition, change: Change): Promise<boolean> => {
    const filter = { _id: oid(send.id), userId: oid(send.userId), leaseToken: token, ...whichMay(transition) };
    return (await sendsOf(await connect()).updateOne(filter, updateBy(transition, change))).matchedCount > 0;
  };
  return {
    claimDeferred: async (mailboxId) => {
      const database = await connect();
      const token = newToken();
      const nothing = { token, leaseMs, others: false, drafts: [] };
      const due = { ...areDeferred, mailboxId: oid(mailboxId), leaseToken: { $exists: false }, $expr: { $lte: ["$dueAt", "$$NOW"] } };
      const found = await sendsOf(database)
        .find(due, { projection: { _id: 1 } })
        .limit(TRIED_AT_MOST)
        .toArray();
      if (found.length === 0 || (await waits(database, oid(mailboxId)))) return nothing;
      const ids = { _id: { $in: found.map(({ _id }) => _id) } };
      await sendsOf(database).updateMany({ ...due, ...ids }, updateBy(transitions.claimDeferred, leased(token, leaseMs)));
      const taken = await sendsOf(database)
        .find({ ...ids, leaseToken: token })
        .toArray();
      return { ...nothing, drafts: await draftsWithBodies(database, taken.map(toSend)) };
    },
    intendDeferred: async (token, send, untaken) => apply(token, send, transitions.intendDeferred, changeOf(untaken)),
    deferAgain: async (token, send, untaken, { afterMs, counts }) => {
      const { set, clear = [] } = changeOf(untaken);
      const attempts = counts ? undefined : { add: -1 };
      await apply(token, send, transitions.deferAgain, { set: set ?? {}, clear, compute: { dueAt: { inMs: afterMs }, attempts } });
    },
    settleDeferred: async (token, send, refused) =>
      void (await apply(token, send, transitions.settleDeferred, unlessEmpty("refused", refused))),
  };
};

/** Whether the mailbox's pause holds what has left. */
const waits = async (database: Database, mailboxId: ObjectId): Promise<boolean> => {
  const [pause] = (await pausesOf(database, [mailboxId])).values();
  return isHeldBy(pause, "sent");
};

const { cancel, failUnsent } = transitions;
const ends = [cancel.to, failUnsent.to];

/** A follow-up ends in the same state as its parent. */
const endWith = (parent: Pick<SendDocument, "_id" | "status">) =>
  parent.status === cancel.to
    ? updateBy(cancel, { set: { cancelReason: "original" } })
    : updateBy(failUnsent, { set: { lastError: parentFailed(parent._id.toHexString()) } });

/**
 * Ends up to 1,000 waiting follow-ups of cancelled or failed parents, as their parents ended; returns them as they were before
 * (`Sends.endFollowUps`).
 */
export const endFollowUpsOf = async (
  sends: SendCollection,
  userId: ObjectId,
  parentIds: readonly ObjectId[],
  options: { readonly session?: ClientSession } = {},
): Promise<readonly SendDocument[]> => {
  const ended = { _id: { $in: [...parentIds] }, userId, status: { $in: ends } };
  const parents = await sends.find(ended, { projection: { status: 1 }, ...options }).toArray();
  if (parents.length === 0) return [];
  const waiting = { userId, waitsFor: { $in: parents.map(({ _id }) => _id) }, ...whichMay(cancel) };
  const found = await sends.find(waiting, options).limit(STEP_MAX).toArray();
  const updates = parents.flatMap((parent) => {
    const those = found.filter(({ waitsFor }) => waitsFor?.equals(parent._id)).map(({ _id }) => _id);
    const filter = { userId, _id: { $in: those }, ...whichMay(cancel) };
    return those.length > 0 ? [{ updateMany: { filter, update: endWith(parent) } }] : [];
  });
  if (updates.length > 0) await sends.bulkWrite(updates, options);
  return found;
};
