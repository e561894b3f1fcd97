import type { AnyBulkWriteOperation, Collection, Document, Filter, ObjectId, UpdateFilter } from "mongodb";
import { currentWorld, type World } from "#shared/platform/world.ts";
import type { Deliveries } from "../ports/deliveries.ts";
import type { PauseReason } from "../ports/sends.ts";
import type { Send } from "../send.ts";
import { type Change, leased, type Transition, transitions } from "../transitions.ts";
import { updateBy, whichMay } from "./apply-transition.ts";
import { claimDue } from "./claim-due.ts";
import { mongoDeferrals } from "./deferrals.ts";
import { addRefused, pauseMailbox, resumeMailbox, draftsWithBodies, stopVersionOf } from "./delivery-rows.ts";
import { mongoRecovery } from "./recovery.ts";
import { type Connect, databaseNow } from "#shared/platform/mongo/database.ts";
import { newToken, oid } from "#shared/platform/mongo/documents.ts";
import { noFacts } from "#shared/threads/thread-facts.ts";
import { type SendDocument, type SendWrite, sendsOf, STEP_MAX, toSend, toWaiting, waitingIn } from "./send-documents.ts";
import { addToThreads } from "#shared/threads/store/thread-summary.ts";

/** A conditional update of one document, and how to recognise that the document has it already. */
export interface GuardedUpdate<D extends Document & { _id: ObjectId }> {
  readonly filter: Filter<D> & { _id: ObjectId };
  readonly update: UpdateFilter<D> | Document[];
  readonly applied: (document: D) => boolean;
}

interface Pending<D extends Document & { _id: ObjectId }> extends GuardedUpdate<D> {
  readonly resolve: (applied: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Group commit: the updates of one turn of the event loop, and those that arrive during a write, are sent together in one bulk write. Each resolves
 * when it is durable, with whether its condition held.
 */
export const writeTogether = <D extends Document & { _id: ObjectId }>(
  collectionOf: () => Promise<Pick<Collection<D>, "updateOne" | "bulkWrite" | "find">>,
) => {
  interface Group {
    waiting: Pending<D>[];
    isRunning: boolean;
  }
  // Each test world writes separately, because it has its own collections and its own time.
  const live: Group = { waiting: [], isRunning: false };
  const ofWorlds = new WeakMap<World, Group>();
  const groupHere = (): Group => {
    const world = currentWorld();
    if (!world) return live;
    const known = ofWorlds.get(world) ?? { waiting: [], isRunning: false };
    ofWorlds.set(world, known);
    return known;
  };

  const write = async (group: readonly Pending<D>[]): Promise<void> => {
    const collection = await collectionOf();
    const [first] = group;
    if (first && group.length === 1) {
      first.resolve((await collection.updateOne(first.filter, first.update)).matchedCount === 1);
      return;
    }
    const operations = group.map(({ filter, update }): AnyBulkWriteOperation<D> => ({ updateOne: { filter, update } }));
    const { matchedCount } = await collection.bulkWrite(operations, { ordered: false });
    if (matchedCount === group.length) {
      for (const { resolve } of group) resolve(true);
      return;
    }
    // The server reports only how many conditions held; the documents show which.
    const ids = group.map(({ filter }) => filter._id);
    const found = await collection.find({ _id: { $in: ids } } as Filter<D>).toArray();
    const byId = new Map(found.map((document) => [String(document._id), document as D]));
    for (const { filter, applied, resolve } of group) {
      const document = byId.get(String(filter._id));
      resolve(document !== undefined && applied(document));
    }
  };
  const run = async (group: Group) => {
    const writes = group.waiting;
    group.waiting = [];
    await write(writes).catch((error: unknown) => {
      for (const { reject } of writes) reject(error);
    });
    group.isRunning = false;
    plan(group);
  };
  const plan = (group: Group) => {
    if (group.isRunning || group.waiting.length === 0) return;
    group.isRunning = true;
    setImmediate(() => void run(group));
  };
  return (guarded: GuardedUpdate<D>): Promise<boolean> =>
    new Promise((resolve, reject) => {
      const group = groupHere();
      group.waiting.push({ ...guarded, resolve, reject });
      plan(group);
    });
};

/** How long a lease lasts without renewal, ms: together with the sweeper's minute, a killed worker's mail continues within 90 s. */
export const LEASE_MS = 25_000;
/** The most steps of 1,000 sends in which the sends of one dedicated address are paused. */
const PAUSE_STEPS = 20;
const LOOK_UP_AT_MOST = 25;

const succeedFrom = [...transitions.succeed.from, ...transitions.succeedLate.from];
/** Compares with the database's clock, within the query. */
const isDue = { dueAt: { $gte: new Date(0) }, $expr: { $lte: ["$dueAt", "$$NOW"] } };
/** The filter for sends that wait for their time or for another attempt. */
const isToCome = {
  status: { $in: ["queued", "scheduled", "sent"] as Send["status"][] },
  dueAt: { $gte: new Date(0) },
  leaseToken: { $exists: false },
};
/** Whether a send must wait together with another: it has the same sender address, or uses the same dedicated IP address. */
const isLike = (
  send: Pick<SendDocument, "ipId" | "fromEmail">,
  like: Pick<Send, "ipId"> & Partial<Pick<Send, "fromEmail">>,
  why: PauseReason,
): boolean => (why === "mailbox" ? send.fromEmail === like.fromEmail : send.ipId?.toHexString() === like.ipId);

const dueIn = (inMs: number): Change => ({ compute: { dueAt: { inMs } } });

/** Deliveries in MongoDB. */
export const mongoDeliveries = (connect: Connect, leaseMs = LEASE_MS): Deliveries => {
  const update: (guarded: GuardedUpdate<SendDocument> & SendWrite) => Promise<boolean> = writeTogether<SendDocument>(async () =>
    sendsOf(await connect()),
  );
  const those = (sends: readonly Pick<Send, "id">[]) => ({ _id: { $in: sends.map(({ id }) => oid(id)) } });
  /** Applies a transition to the sends that the token holds. */
  const applyHeld = async (token: string, sends: readonly Send[], transition: Transition, change: Change): Promise<void> => {
    const filter = { ...those(sends), leaseToken: token, ...whichMay(transition) };
    await sendsOf(await connect()).updateMany(filter, updateBy(transition, change));
  };

  return {
    claim: async (mailboxId, limits) => {
      const database = await connect();
      const token = newToken();
      const outcome = await claimDue(database, oid(mailboxId), limits, { token, leaseMs });
      if (outcome.kind === "limited") return { kind: "limited", next: toWaiting(outcome.next) };
      if (outcome.kind !== "claimed") return outcome;
      return {
        kind: "claimed",
        token,
        leaseMs,
        others: outcome.others,
        drafts: await draftsWithBodies(database, outcome.sends.map(toSend)),
      };
    },
    claimUnknown: async (mailboxId) => {
      const database = await connect();
      const token = newToken();
      const due = { mailboxId: oid(mailboxId), ...whichMay(transitions.lookUp), leaseToken: { $exists: false }, ...isDue } as const;
      const found = await sendsOf(database)
        .find(due, { projection: { _id: 1 } })
        .limit(LOOK_UP_AT_MOST)
        .toArray();
      if (found.length === 0) return { token, leaseMs, others: false, drafts: [] };
      const ids = { _id: { $in: found.map(({ _id }) => _id) } };
      await sendsOf(database).updateMany({ ...due, ...ids }, updateBy(transitions.lookUp, leased(token, leaseMs)));
      const taken = await sendsOf(database)
        .find({ ...ids, leaseToken: token })
        .toArray();
      return { token, leaseMs, others: false, drafts: await draftsWithBodies(database, taken.map(toSend)) };
    },
    intend: (token, send, { refused, deferred } = { refused: [], deferred: [] }, draftId) =>
      update({
        filter: {
          _id: oid(send.id),
          userId: oid(send.userId),
          leaseToken: token,
          ...whichMay(transitions.intend),
          ...(send.sendBefore && { $expr: { $gt: ["$sendBefore", "$$NOW"] } }),
        },
        update: updateBy(transitions.intend, {
          set: { ...(refused.length > 0 && { refused }), ...(deferred.length > 0 && { deferred }), draftId },
        }),
        applied: ({ leaseToken, stage }) => leaseToken === token && stage === "intent",
      }),
    succeed: (send, { hasCopy = false, providerMessageId, serverReply, deferredForMs } = {}) =>
      update({
        filter: { _id: oid(send.id), userId: oid(send.userId), ...whichMay(transitions.succeed), status: { $in: succeedFrom } },
        update: updateBy(transitions.succeed, {
          set: { providerMessageId, serverReply },
          compute: { copyAt: hasCopy ? "now" : undefined, dueAt: deferredForMs === undefined ? undefined : { inMs: deferredForMs } },
        }),
        applied: ({ status }) => status === transitions.succeed.to,
      }),
    requeue: (token, sends, { afterMs, lastError, counts, isUnclear }) => {
      const attempts = counts ? undefined : { add: -1 };
      const unclearSince = isUnclear && ("since now" as const);
      return applyHeld(token, sends, transitions.requeue, {
        set: { lastError },
        compute: { dueAt: { inMs: afterMs }, attempts, unclearSince },
      });
    },
    reschedule: (token, send, at, why) =>
      why === "away"
        ? applyHeld(token, [send], transitions.awaitReturn, { set: { scheduledAt: at, dueAt: at, awayUntil: at } })
        : applyHeld(token, [send], transitions.reschedule, { set: { scheduledAt: at, dueAt: at } }),
    fail: (token, sends, lastError, { outcomeUnknown, refused } = {}) =>
      applyHeld(token, sends, outcomeUnknown ? transitions.giveUp : transitions.fail, { set: { lastError, refused } }),
    withdraw: (token, sends, cancelReason) => applyHeld(token, sends, transitions.withdraw, { set: { cancelReason } }),
    markUnknown: (token, send, afterMs, refusal) =>
      applyHeld(token, [send], transitions.markUnknown, { set: { refusal }, compute: { dueAt: { inMs: afterMs } } }),
    pause: async (mailboxId, afterMs, why, like) => {
      const database = await connect();
      if (!like) return pauseMailbox(database, oid(mailboxId), afterMs, why);
      let from = { dueAt: new Date(0), ids: [] as readonly ObjectId[] };
      const now = await databaseNow(database);
      // The undecided mail of a refused alias becomes due a little later, and is paused as well.
      const until = new Date(now.getTime() + (why === "mailbox" ? afterMs : 0));
      for (let step = 0; step < PAUSE_STEPS; step += 1) {
        const found = await sendsOf(database)
          .find(
            { ...waitingIn(oid(mailboxId)), dueAt: { $gte: from.dueAt, $lte: until }, _id: { $nin: from.ids } },
            { projection: { ipId: 1, fromEmail: 1, dueAt: 1 } },
          )
          .sort({ dueAt: 1 })
          .limit(STEP_MAX)
          .toArray();
        const alike = found.filter((send) => isLike(send, like, why)).map(({ _id }) => _id);
        const filter = { _id: { $in: alike }, mailboxId: oid(mailboxId), ...whichMay(transitions.postpone) };
        const change: Change = {
          compute: { dueAt: { inMs: afterMs }, undecidedSince: why === "mailbox" ? "since now" : undefined },
        };
        if (alike.length > 0) await sendsOf(database).updateMany(filter, updateBy(transitions.postpone, change));
        const { dueAt } = found.at(-1) ?? {};
        if (found.length < STEP_MAX || !dueAt) return;
        const sameTime = found.filter((send) => send.dueAt?.getTime() === dueAt.getTime()).map(({ _id }) => _id);
        from = { dueAt, ids: dueAt.getTime() === from.dueAt.getTime() ? [...from.ids, ...sameTime] : sameTime };
      }
    },
    release: async (mailboxId) => {
      const database = await connect();
      await resumeMailbox(database, oid(mailboxId));
      const due = { ...waitingIn(oid(mailboxId)), ...isDue };
      const [first] = await sendsOf(database)
        .find(due, { projection: { userId: 1, mailboxId: 1, dueAt: 1 } })
        .sort({ dueAt: 1 })
        .limit(1)
        .toArray();
      return first && toWaiting(first);
    },
    early: async (mailboxId, ids) => {
      if (ids.length === 0) return [];
      const database = await connect();
      const filter = { _id: { $in: ids.map(oid) }, mailboxId: oid(mailboxId), ...isToCome, $expr: { $gt: ["$dueAt", "$$NOW"] } };
      return (
        await sendsOf(database)
          .find(filter, { projection: { userId: 1, mailboxId: 1, dueAt: 1 } })
          .toArray()
      ).map(toWaiting);
    },
    waiting: async (ids) => {
      const filter = { _id: { $in: ids.map(oid) }, ...isToCome };
      const found = sendsOf(await connect()).find(filter, { projection: { userId: 1, mailboxId: 1, dueAt: 1 } });
      return (await found.toArray()).map(toWaiting);
    },
    renew: async (token, sends) => {
      const filter = { ...those(sends), leaseToken: token, ...whichMay(transitions.renew) };
      await sendsOf(await connect()).updateMany(filter, updateBy(transitions.renew, dueIn(leaseMs)));
    },
    held: async (token, sends) => {
      const held = sendsOf(await connect()).find({ ...those(sends), leaseToken: token }, { projection: { _id: 1 } });
      return new Set((await held.toArray()).map(({ _id }) => _id.toHexString()));
    },
    stopVersion: async (userId) => stopVersionOf(await connect(), oid(userId)),
    noteRefused: async (mailboxId, mail) => {
      const database = await connect();
      const refused = await addRefused(database, oid(mailboxId), mail);
      const since = { mailboxId: oid(mailboxId), countedAt: { $gt: refused[0]?.at ?? new Date(0) }, status: "sent" } as const;
      const latest = async (filter: Filter<SendDocument>) => {
        const found = await sendsOf(database)
          .find(filter, { projection: { countedAt: 1 } })
          .sort({ countedAt: -1 })
          .limit(1)
          .toArray();
        return found[0]?.countedAt;
      };
      const [acceptedAt, acceptedFromAt] = await Promise.all([latest(since), latest({ ...since, fromEmail: mail.fromEmail })]);
      return { refused, acceptedAt, acceptedFromAt };
    },
    holdUndecided: (token, sends, { afterMs, lastError }) =>
      applyHeld(token, sends, transitions.holdUndecided, { set: { lastError }, compute: { dueAt: { inMs: afterMs } } }),
    decide: async ({ id, userId }, { refused }) => {
      const filter = { _id: oid(id), userId: oid(userId), ...whichMay(transitions.decide), undecidedSince: { $gt: new Date(0) } };
      await sendsOf(await connect()).updateOne(filter, updateBy(transitions.decide, { set: { refused } }));
    },
    ...mongoDeferrals(connect, leaseMs),
    ...mongoRecovery(connect),
    refreshThreads: async (userId, threadIds) => {
      const database = await connect();
      const additions = new Map(threadIds.map((id) => [id, noFacts]));
      return threadIds.length > 0 ? database.transaction((session) => addToThreads({ database, session }, userId, additions)) : [];
    },
  };
};
