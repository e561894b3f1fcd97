import type { ObjectId } from "mongodb";
import type { Agenda } from "../ports.ts";
import { DAY_MS } from "#shared/sending/deliver/claim.ts";
import type { SendStatus } from "#shared/sending/send.ts";
import { type Connect, type Database, databaseNow } from "#shared/platform/mongo/database.ts";
import { oid } from "#shared/platform/mongo/documents.ts";
import { type MailboxDocument, mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";
import { deliveryRowsOf } from "#shared/sending/store/delivery-rows.ts";
import { sendsOf } from "#shared/sending/store/send-documents.ts";
import { threadsOf } from "#shared/threads/store/thread-documents.ts";
import { webhookDeliveriesOf, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";
import { arrivalsIn, nextArrival, sandboxMailsOf } from "./sandbox-mails.ts";

/** The states of sends for which something may still be due. */
const LIVE: SendStatus[] = ["queued", "scheduled", "processing", "sent", "failed"];

/** A mailbox or a webhook, and when it is to be looked at. */
interface Turn {
  readonly id: ObjectId;
  readonly at: Date;
  /** The first send or delivery. */
  readonly first: ObjectId;
}

const EARLIEST = new Date(0);
/** The last moment that a Date can hold (ECMA-262, 21.4.1.1). */
const NEVER = new Date(8.64e15);

const laterOf = (a: Date, b: Date | undefined): Date => (b && b > a ? b : a);

/**
 * When a mailbox's pause ends. A pause at the daily limit ends with the day, while live mail looks every five minutes whether sending is possible
 * earlier.
 */
const pauseEnd = async (database: Database, { _id, maxDailySends }: Pick<MailboxDocument, "_id" | "maxDailySends">, since: Date) => {
  const row = await deliveryRowsOf(database).findOne({ _id }, { projection: { heldUntil: 1, heldFor: 1, opensAt: 1 } });
  // As with the daily limit, live mail looks in between.
  if (row?.heldFor === "pace" && row.heldUntil && row.heldUntil >= since) return laterOf(row.heldUntil, row.opensAt);
  if (row?.heldFor !== "daily_limit" || !row.heldUntil || row.heldUntil < since) return row?.heldUntil;
  if (maxDailySends === 0) return NEVER;
  const counted = { mailboxId: _id, countedAt: { $gt: new Date(row.heldUntil.getTime() - DAY_MS) } };
  const oldest = await sendsOf(database).findOne<{ countedAt: Date }>(counted, { projection: { countedAt: 1 }, sort: { countedAt: 1 } });
  return laterOf(row.heldUntil, oldest ? new Date(oldest.countedAt.getTime() + DAY_MS) : undefined);
};

/** When each mailbox has a send, due at `since` or later, that may leave: not before its pause ends. */
const mailboxTurns = async (database: Database, now: Date, since = EARLIEST): Promise<readonly Turn[]> => {
  const mailboxes = await mailboxesOf(database)
    .find({}, { projection: { maxDailySends: 1 } })
    .toArray();
  const turns = mailboxes.map(async (mailbox): Promise<readonly Turn[]> => {
    const { _id: id } = mailbox;
    const due = { mailboxId: id, status: { $in: LIVE }, dueAt: { $gte: since } };
    const first = await sendsOf(database).findOne<{ _id: ObjectId; dueAt: Date }>(due, { projection: { dueAt: 1 }, sort: { dueAt: 1 } });
    const at = first && laterOf(first.dueAt, await pauseEnd(database, mailbox, now));
    return first && at && at < NEVER ? [{ id, at, first: first._id }] : [];
  });
  return (await Promise.all(turns)).flat();
};

const webhookTurns = async (database: Database, since = EARLIEST): Promise<readonly Turn[]> => {
  const active = await webhooksOf(database)
    .find({ status: "active" }, { projection: { restUntil: 1 } })
    .toArray();
  const turns = active.map(async ({ _id: id, restUntil }): Promise<readonly Turn[]> => {
    const first = await webhookDeliveriesOf(database).findOne(
      { webhookId: id, dueAt: { $gte: since } },
      { projection: { dueAt: 1 }, sort: { dueAt: 1 } },
    );
    return first?.dueAt ? [{ id, at: laterOf(first.dueAt, restUntil), first: first._id }] : [];
  });
  return (await Promise.all(turns)).flat();
};

/** When the first email that waits for approval is cancelled without it. */
const firstHoldEnd = async (database: Database, now: Date): Promise<Date | undefined> => {
  const held = { status: "scheduled" as const, holdUntil: { $gt: now } };
  const first = await sendsOf(database).findOne<{ holdUntil: Date }>(held, { projection: { holdUntil: 1 }, sort: { holdUntil: 1 } });
  return first?.holdUntil;
};

/** When the first snooze of a conversation ends. */
const firstSnoozeEnd = async (database: Database, now: Date): Promise<Date | undefined> => {
  const snoozed = { snoozedUntil: { $gt: now } };
  const first = await threadsOf(database).findOne<{ snoozedUntil: Date }>(snoozed, {
    projection: { snoozedUntil: 1 },
    sort: { snoozedUntil: 1 },
  });
  return first?.snoozedUntil;
};

const until = (turns: readonly Turn[], now: Date) => turns.filter(({ at }) => at <= now).map(({ id }) => id.toHexString());

/** The agenda of the current world in MongoDB. */
export const mongoAgenda = (connect: Connect): Agenda => ({
  due: async () => {
    const database = await connect();
    const now = await databaseNow(database);
    const over = threadsOf(database).findOne({ snoozedUntil: { $lte: now } }, { projection: { _id: 1 } });
    const [mailboxes, webhooks, arrivals, ended] = await Promise.all([
      mailboxTurns(database, now),
      webhookTurns(database),
      arrivalsIn(database, now),
      over,
    ]);
    const firsts = [...mailboxes, ...webhooks].flatMap(({ at, first }) => (at <= now ? first.toHexString() : []));
    return { deliver: until(mailboxes, now), post: until(webhooks, now), ...arrivals, wake: ended !== null, firsts };
  },
  next: async () => {
    const database = await connect();
    const now = await databaseNow(database);
    const after = new Date(now.getTime() + 1);
    // Due work that waits must not hide later work.
    const found = [mailboxTurns(database, now), mailboxTurns(database, now, after), webhookTurns(database), webhookTurns(database, after)];
    const ends = [nextArrival(database, now), firstHoldEnd(database, now), firstSnoozeEnd(database, now)];
    const [turns, others] = await Promise.all([Promise.all(found), Promise.all(ends)]);
    const ahead = turns.flat().flatMap(({ at }) => (at > now ? at.getTime() : []));
    const first = Math.min(...ahead, ...others.map((at) => at?.getTime() ?? Infinity));
    return first === Infinity ? undefined : new Date(first);
  },
  clicked: async (id) => void (await sandboxMailsOf(await connect()).deleteOne({ _id: oid(id) })),
});
