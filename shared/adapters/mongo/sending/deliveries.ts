import { randomBytes } from "node:crypto";
import type { ObjectId } from "mongodb";
import type { Claim, Deliveries, Waiting } from "../../../domain/sending/ports.ts";
import { type Send, transitions } from "../../../domain/sending/send.ts";
import { claimDue } from "./claim-due.ts";
import type { Connect, Database } from "../database.ts";
import { oid } from "../documents.ts";
import { type SendDocument, sendBodiesOf, sendsOf, toSend, waitingIn } from "./send-documents.ts";
import { noFacts } from "../../../domain/conversations/thread-facts.ts";
import { addToThreads } from "../inbox/thread-summary.ts";
import { writeTogether } from "../write-together.ts";

/** How long a lease holds by default: the worker's time limit and 30 s (G6). */
export const LEASE_MS = 330_000;
const RECOVER_AT_MOST = 1000;
const LOOK_UP_AT_MOST = 25;

/** The database's clock: a worker's own may be wrong (T10). */
const databaseNow = async (database: Database): Promise<Date> => (await database.raw.command({ hello: 1 }))["localTime"] as Date;

const succeedFrom = [...transitions.succeed.from, ...transitions.succeedLate.from];
/** By the database's clock too, in the query itself. */
const isDue = { dueAt: { $gte: new Date(0) }, $expr: { $lte: ["$dueAt", "$$NOW"] } };
const inMs = (afterMs: number) => ({ $add: ["$$NOW", afterMs] });
const toWaiting = ({
  _id,
  mailboxId,
  dueAt,
}: Pick<SendDocument, "_id" | "mailboxId"> & { readonly dueAt?: Date | undefined }): Waiting => ({
  id: _id.toHexString(),
  mailboxId: mailboxId.toHexString(),
  ...(dueAt && { dueAt }),
});

const withBodies = async (database: Database, token: string, sends: readonly Send[]): Promise<Claim> => {
  if (sends.length === 0) return { token, drafts: [] };
  const bodies = await sendBodiesOf(database)
    .find({ _id: { $in: sends.map(({ id }) => oid(id)) } })
    .toArray();
  const byId = new Map(bodies.map(({ _id, html, text }) => [_id.toHexString(), { html, text }]));
  return { token, drafts: sends.map((send) => ({ send, body: byId.get(send.id) })) };
};

/** Delivering in MongoDB. */
export const mongoDeliveries = (connect: Connect, leaseMs = LEASE_MS): Deliveries => {
  const update = writeTogether(async () => sendsOf(await connect()));
  const newToken = () => randomBytes(12).toString("hex");
  const held = (token: string, sends: readonly Send[]) => ({
    _id: { $in: sends.map(({ id }) => oid(id)) },
    leaseToken: token,
    status: { $in: [...transitions.retry.from] },
  });

  return {
    claim: async (mailboxId, limits) => {
      const database = await connect();
      const token = newToken();
      const outcome = await claimDue(database, oid(mailboxId), limits, { token, leaseMs });
      if (outcome.kind === "limited") return { kind: "limited", next: toWaiting(outcome.next) };
      return outcome.kind === "busy" ? outcome : { kind: "claimed", ...(await withBodies(database, token, outcome.sends.map(toSend))) };
    },
    claimUnknown: async (mailboxId) => {
      const database = await connect();
      const token = newToken();
      const due = {
        mailboxId: oid(mailboxId),
        status: "processing",
        stage: "intent",
        ...isDue,
      } as const;
      const found = await sendsOf(database)
        .find(due, { projection: { _id: 1 } })
        .limit(LOOK_UP_AT_MOST)
        .toArray();
      if (found.length === 0) return { token, drafts: [] };
      const ids = { _id: { $in: found.map(({ _id }) => _id) } };
      await sendsOf(database).updateMany({ ...due, ...ids }, [{ $set: { leaseToken: token, dueAt: inMs(leaseMs) } }]);
      const taken = await sendsOf(database)
        .find({ ...ids, leaseToken: token })
        .toArray();
      return withBodies(database, token, taken.map(toSend));
    },
    intend: (token, send) =>
      update({
        filter: { _id: oid(send.id), userId: oid(send.userId), leaseToken: token, status: "processing", stage: "claimed" },
        update: { $set: { stage: "intent" }, $currentDate: { countedAt: true } },
        applied: ({ leaseToken, stage }) => leaseToken === token && stage === "intent",
      }),
    succeed: (send, copy) =>
      update({
        filter: { _id: oid(send.id), userId: oid(send.userId), status: { $in: succeedFrom }, stage: "intent" },
        update: {
          $set: { status: transitions.succeed.to, lastError: "" },
          $currentDate: { sentAt: true, ...(copy && { copyAt: true }) },
          $unset: { dueAt: "", leaseToken: "", stage: "" },
        },
        applied: ({ status }) => status === transitions.succeed.to,
      }),
    handBack: async (token, sends, { afterMs, lastError, counts }) => {
      const set = {
        status: transitions.retry.to,
        dueAt: inMs(afterMs),
        ...(lastError !== undefined && { lastError: { $literal: lastError } }),
        ...(!counts && { attempts: { $subtract: ["$attempts", 1] } }),
      };
      await sendsOf(await connect()).updateMany(held(token, sends), [{ $set: set }, { $unset: ["leaseToken", "stage", "countedAt"] }]);
    },
    fail: async (token, sends, lastError, outcomeUnknown = false) => {
      const over = outcomeUnknown ? ["dueAt", "leaseToken"] : ["dueAt", "leaseToken", "stage", "countedAt"];
      await sendsOf(await connect()).updateMany(held(token, sends), [
        { $set: { status: transitions.fail.to, lastError: { $literal: lastError } } },
        { $unset: over },
      ]);
    },
    suspect: async (token, send, afterMs) => {
      const update = [{ $set: { dueAt: inMs(afterMs) } }, { $unset: ["leaseToken"] }];
      await sendsOf(await connect()).updateOne({ ...held(token, [send]), stage: "intent" }, update);
    },
    putOff: async (mailboxId, afterMs, like) => {
      const database = await connect();
      const due = {
        ...waitingIn(oid(mailboxId)),
        dueAt: { $lte: await databaseNow(database) },
        ...(like && { ipId: like.ipId === undefined ? { $exists: false } : oid(like.ipId) }),
      };
      await sendsOf(database).updateMany(due, [{ $set: { dueAt: inMs(afterMs) } }]);
    },
    early: async (mailboxId, ids) => {
      const database = await connect();
      const filter = { _id: { $in: ids.map(oid) }, ...waitingIn(oid(mailboxId)), $expr: { $gt: ["$dueAt", "$$NOW"] } };
      return (
        await sendsOf(database)
          .find(filter, { projection: { mailboxId: 1, dueAt: 1 } })
          .toArray()
      ).map(toWaiting);
    },
    scheduled: async (ids) => {
      const filter = { _id: { $in: ids.map(oid) }, status: "scheduled" } as const;
      return (
        await sendsOf(await connect())
          .find(filter, { projection: { mailboxId: 1, dueAt: 1 } })
          .toArray()
      ).map(toWaiting);
    },
    recover: async () => {
      const database = await connect();
      const sends = sendsOf(database);
      const expired = { status: "processing", stage: "claimed", dueAt: { $lt: await databaseNow(database) } } as const;
      const found = await sends
        .find(expired, { projection: { mailboxId: 1, attempts: 1, maxAttempts: 1 } })
        .limit(RECOVER_AT_MOST)
        .toArray();
      const [spent, others] = partition(found, ({ attempts, maxAttempts }) => attempts >= maxAttempts);
      const among = (some: readonly { _id: ObjectId }[]) => ({ ...expired, _id: { $in: some.map(({ _id }) => _id) } });
      const over = { $unset: ["leaseToken", "stage"] };
      const lastError = "the worker stopped in every attempt";
      await sends.updateMany(among(others), [{ $set: { status: transitions.retry.to, dueAt: "$$NOW" } }, over]);
      const { modifiedCount } = await sends.updateMany(among(spent), [
        { $set: { status: transitions.fail.to, lastError } },
        over,
        { $unset: ["dueAt"] },
      ]);
      return { queued: others.map(toWaiting), failed: modifiedCount };
    },
    forgotten: async (forMs) => {
      const database = await connect();
      const since = new Date((await databaseNow(database)).getTime() - forMs);
      const rows = await sendsOf(database)
        .aggregate<{ _id: ObjectId; sendId: ObjectId }>([
          { $match: { status: { $in: ["queued", "scheduled", "processing"] }, dueAt: { $lt: since } } },
          { $group: { _id: "$mailboxId", sendId: { $first: "$_id" } } },
        ])
        .toArray();
      return rows.map(({ _id, sendId }) => ({ id: sendId.toHexString(), mailboxId: _id.toHexString() }));
    },
    refreshThreads: async (userId, threadIds) => {
      const database = await connect();
      const additions = new Map(threadIds.map((id) => [id, noFacts]));
      if (threadIds.length > 0) await database.transaction((session) => addToThreads({ database, session }, userId, additions));
    },
  };
};

const partition = <T>(items: readonly T[], belongs: (item: T) => boolean): readonly [T[], T[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
];
