import type { ObjectId } from "mongodb";
import { DEADLY_AFTER_DEATHS } from "../../../domain/sending/deliver/judge-claim.ts";
import type { Deliveries } from "../../../domain/sending/ports.ts";
import { transitions } from "../../../domain/sending/send.ts";
import { LOOK_UP_AFTER_MS } from "../../../domain/sending/timing.ts";
import { TOO_LATE } from "../../../domain/sending/too-late.ts";
import { type Connect, databaseNow } from "../database.ts";
import { oid } from "../documents.ts";
import { withNews } from "../events/event-documents.ts";
import { holdsOf } from "./delivery-rows.ts";
import { sendsOf, STEP_MAX, toSend, toWaiting, unsent } from "./send-documents.ts";

/** What the sweeper and a removed mailbox need of delivering, in steps of at most 1,000 documents. */
export const mongoRecovery = (connect: Connect): Pick<Deliveries, "recover" | "expire" | "forgotten" | "cancelWaiting"> => ({
  recover: async () => {
    const database = await connect();
    const sends = sendsOf(database);
    const expired = { status: "processing", leaseToken: { $exists: true }, dueAt: { $lt: await databaseNow(database) } } as const;
    const found = await sends
      .find(expired, { projection: { userId: 1, mailboxId: 1, stage: 1, deaths: 1, countedAt: 1 } })
      .sort({ dueAt: 1 })
      .limit(STEP_MAX)
      .toArray();
    const intents = found.filter(({ stage }) => stage === "intent");
    const deadly = found.filter(({ stage, deaths = 0 }) => stage === "claimed" && deaths + 1 >= DEADLY_AFTER_DEATHS);
    const others = found.filter((send) => !intents.includes(send) && !deadly.includes(send));
    // The condition holds in the update too: a lease that was renewed meanwhile is not taken.
    const among = (some: readonly { _id: ObjectId }[], stage: "claimed" | "intent") => ({
      ...expired,
      stage,
      _id: { $in: some.map(({ _id }) => _id) },
    });
    const over = { $unset: ["leaseToken", "stage", "countedAt"] };
    const back = {
      status: transitions.retry.to,
      // Its old place, so that it does not wait behind everything that was accepted meanwhile.
      dueAt: { $min: ["$$NOW", { $ifNull: ["$scheduledAt", "$createdAt"] }] },
      attempts: { $subtract: ["$attempts", 1] },
      deaths: { $add: [{ $ifNull: ["$deaths", 0] }, 1] },
    };
    const lookUpAt = { $max: ["$$NOW", { $add: ["$countedAt", LOOK_UP_AFTER_MS] }] };
    const lastError = "its worker stopped every time it had this email, at last alone";
    if (others.length > 0) await sends.updateMany(among(others, "claimed"), [{ $set: back }, over]);
    if (intents.length > 0) await sends.updateMany(among(intents, "intent"), [{ $set: { dueAt: lookUpAt } }, { $unset: ["leaseToken"] }]);
    const failed = { status: transitions.fail.to, lastError, ...withNews("send.failed") };
    if (deadly.length > 0) await sends.updateMany(among(deadly, "claimed"), [{ $set: failed }, over, { $unset: ["dueAt"] }]);
    const lookUps = intents.map((send) => ({
      ...send,
      ...(send.countedAt && { dueAt: new Date(send.countedAt.getTime() + LOOK_UP_AFTER_MS) }),
    }));
    return { woken: [...others, ...lookUps].map(toWaiting), failed: deadly.map(toWaiting), more: found.length === STEP_MAX };
  },
  expire: async () => {
    const database = await connect();
    const late = { status: { $in: [...transitions.expire.from] }, sendBefore: { $lte: await databaseNow(database) } };
    const found = await sendsOf(database).find(late).limit(STEP_MAX).toArray();
    const those = { ...late, _id: { $in: found.map(({ _id }) => _id) } };
    const failed = { status: transitions.expire.to, lastError: TOO_LATE, ...withNews("send.failed") };
    if (found.length > 0) await sendsOf(database).updateMany(those, [{ $set: failed }, { $unset: ["dueAt"] }]);
    return { failed: found.map(toSend), more: found.length === STEP_MAX };
  },
  forgotten: async (forMs, after) => {
    const database = await connect();
    const since = new Date((await databaseNow(database)).getTime() - forMs);
    const overdue = {
      status: { $in: ["queued" as const, "scheduled" as const, "processing" as const] },
      dueAt: { $lt: since },
      ...(after !== undefined && { mailboxId: { $gt: oid(after) } }),
    };
    const rows = await sendsOf(database)
      .find(overdue, { projection: { userId: 1, mailboxId: 1 } })
      .sort({ mailboxId: 1 })
      .limit(STEP_MAX)
      .toArray();
    const firsts = [...new Map(rows.toReversed().map((row) => [row.mailboxId.toHexString(), row])).values()];
    const held = await holdsOf(
      database,
      firsts.map(({ mailboxId }) => mailboxId),
    );
    const found = firsts.flatMap(({ _id, userId, mailboxId }) =>
      held.has(mailboxId.toHexString()) ? [] : [toWaiting({ _id, userId, mailboxId })],
    );
    const last = rows.length === STEP_MAX ? rows.at(-1) : undefined;
    return { found, ...(last && { next: last.mailboxId.toHexString() }) };
  },
  cancelWaiting: async (mailboxId) => {
    const database = await connect();
    const waiting = { mailboxId: oid(mailboxId), ...unsent, dueAt: { $gte: new Date(0) } };
    const found = await sendsOf(database)
      .find(waiting, { projection: { userId: 1, mailboxId: 1 } })
      .limit(STEP_MAX + 1)
      .toArray();
    const step = found.slice(0, STEP_MAX);
    const filter = { _id: { $in: step.map(({ _id }) => _id) }, ...unsent };
    const cancelled = { status: transitions.cancel.to, ...withNews("send.cancelled") };
    if (step.length > 0) await sendsOf(database).updateMany(filter, [{ $set: cancelled }, { $unset: ["dueAt", "leaseToken", "stage"] }]);
    const left = found[STEP_MAX];
    return left && toWaiting({ _id: left._id, userId: left.userId, mailboxId: left.mailboxId });
  },
});
