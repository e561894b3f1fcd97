import { Binary, type ObjectId } from "mongodb";
import type { Click, SandboxMails, SandboxRange } from "../ports.ts";
import { currentWorld, workerNow } from "#shared/platform/world.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { newId, oid } from "#shared/platform/mongo/documents.ts";
import { dueNow, type DueRecords, whatIsDue } from "#shared/platform/mongo/due-records.ts";
import { mailboxesOf } from "#shared/mailboxes/store/mailbox-documents.ts";

/** A mail, a scheduled click, or the Message-ID of an email that was sent. */
export interface SandboxMailDocument {
  _id: ObjectId;
  userId: ObjectId;
  mailboxId: ObjectId;
  at: Date;
  /** Absent until the mail has arrived. */
  uid?: number;
  /** Present until it has arrived or happened. */
  pending?: "mail" | "click";
  raw?: Binary;
  token?: string;
  sent?: string;
}

/** Indexes: a mailbox's mail by UID, and its sent Message-IDs; a world's scheduled mail and clicks, in order. */
export const sandboxMailIndexes: readonly IndexSpec[] = [
  { collection: "sandboxMails", keys: { mailboxId: 1, uid: 1 } },
  { collection: "sandboxMails", keys: { mailboxId: 1, sent: 1 }, options: { partialFilterExpression: { sent: { $exists: true } } } },
  {
    collection: "sandboxMails",
    keys: { userId: 1, pending: 1, at: 1 },
    options: { partialFilterExpression: { pending: { $exists: true } } },
  },
];

/** The collection of the sandbox's mail. */
export const sandboxMailsOf = (database: Database) => database.collection<SandboxMailDocument>("sandboxMails");

/** Mail that arrives at a sandbox mailbox. */
export const arrivingMail: DueRecords = {
  collection: "sandboxMails",
  where: { pending: "mail" },
  at: "at",
  leftMs: 0,
  inWorld: "line",
};
/** Unsubscribe links that recipients click. */
export const comingClicks: DueRecords = {
  collection: "sandboxMails",
  where: { pending: "click" },
  at: "at",
  leftMs: 0,
  inWorld: "line",
};

const account = (): ObjectId => {
  const world = currentWorld();
  if (!world) throw new Error("sandbox mail belongs to a test world");
  return oid(world.userId);
};

/** The sandbox's mail in MongoDB. */
export const mongoSandboxMails = (connect: Connect): SandboxMails => {
  const mails = async () => sandboxMailsOf(await connect());
  return {
    send: async (mailboxId, arrivals, sent) => {
      const own = { userId: account(), mailboxId: oid(mailboxId) };
      const rows = arrivals.map(({ at, raw, token }): SandboxMailDocument => ({
        _id: newId(),
        ...own,
        at,
        pending: raw ? "mail" : "click",
        ...(raw && { raw: new Binary(raw) }),
        ...(token !== undefined && { token }),
      }));
      const filed = sent === undefined ? [] : [{ _id: newId(), ...own, at: workerNow(), sent }];
      if (rows.length + filed.length > 0) await (await mails()).insertMany([...rows, ...filed]);
      return rows.map(({ _id }) => _id.toHexString());
    },
    arrive: async (mailboxId) => {
      const collection = await mails();
      const own = { mailboxId: oid(mailboxId) };
      const last = await collection.findOne({ ...own, uid: { $gt: 0 } }, { projection: { uid: 1 }, sort: { uid: -1 } });
      const due = { ...own, userId: account(), ...whatIsDue<SandboxMailDocument>(arrivingMail, workerNow()) };
      const arrived = await collection
        .find(due, { projection: { _id: 1 } })
        .sort({ at: 1, _id: 1 })
        .toArray();
      const first = (last?.uid ?? 0) + 1;
      const writes = arrived.map(({ _id }, index) => ({
        updateOne: {
          filter: { _id, pending: "mail" as const },
          update: { $set: { uid: first + index }, $unset: { pending: "" as const } },
        },
      }));
      if (writes.length > 0) await collection.bulkWrite(writes);
      const uidNext = first + arrived.length;
      return { count: uidNext - 1, uidNext };
    },
    uids: async (mailboxId, range) => {
      const rows = (await mails()).find(within(mailboxId, range), { projection: { uid: 1 } }).sort({ uid: 1 });
      const page = rows.skip(range.skip ?? 0);
      return (await (range.limit === undefined ? page : page.limit(range.limit)).toArray()).flatMap(({ uid }) => uid ?? []);
    },
    read: async (mailboxId, uids) => {
      const rows = await (await mails()).find(within(mailboxId, { uids })).sort({ uid: 1 }).toArray();
      return rows.map(({ uid = 0, at, raw }) => ({ uid, at, raw: Buffer.from(raw?.buffer ?? []) }));
    },
    holds: async (mailboxId, messageId) => (await (await mails()).findOne({ mailboxId: oid(mailboxId), sent: messageId })) !== null,
  };
};

const within = (mailboxId: string, { above, upTo, uids }: SandboxRange) => ({
  mailboxId: oid(mailboxId),
  uid: uids ? { $in: [...uids] } : { $gt: above ?? 0, ...(upTo !== undefined && upTo !== Infinity && { $lte: upTo }) },
});

/** The mailboxes that can read mail: mail for a disconnected mailbox, or one without an inbox, waits, and hides nothing else. */
const readingOf = async (database: Database): Promise<readonly ObjectId[]> => {
  const reading = { userId: account(), inboxSyncEnabled: true, deletedAt: { $exists: false } };
  return (
    await mailboxesOf(database)
      .find(reading, { projection: { _id: 1 } })
      .toArray()
  ).map(({ _id }) => _id);
};

/** The mailboxes in which mail has arrived by `now`, the clicks that are due, and when the next mail arrives or click happens after `now`. */
export const arrivalsIn = async (
  database: Database,
  now: Date,
): Promise<{ readonly pull: readonly string[]; readonly click: readonly Click[]; readonly next: readonly (Date | undefined)[] }> => {
  const rows = sandboxMailsOf(database);
  const own = { userId: account() };
  const mail = { ...arrivingMail, where: { ...arrivingMail.where, ...own, mailboxId: { $in: [...(await readingOf(database))] } } };
  const clicks = { ...comingClicks, where: { ...comingClicks.where, ...own } };
  const [arrival, click] = await Promise.all([dueNow(database, mail, now), dueNow(database, clicks, now)]);
  const arrived = arrival.isDue ? await rows.distinct("mailboxId", whatIsDue(mail, now)) : [];
  const clicked = click.isDue ? await rows.find(whatIsDue(clicks, now)).sort({ at: 1, _id: 1 }).toArray() : [];
  return {
    pull: arrived.map(String),
    click: clicked.flatMap(({ _id, token }) => (token === undefined ? [] : [{ id: _id.toHexString(), token }])),
    next: [arrival.next, click.next],
  };
};
