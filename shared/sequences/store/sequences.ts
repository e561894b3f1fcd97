import type { Filter, ObjectId, ClientSession } from "mongodb";
import { type Connect, type Database, databaseNow, type IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, type Stored, toDocument, type inMailboxes, joinedPage, pageOf } from "#shared/platform/mongo/documents.ts";
import { type DueRecords, whatIsDue } from "#shared/platform/mongo/due-records.ts";
import type { Page } from "#shared/platform/ports.ts";
import { messagesOf } from "#shared/inbox/store/message-documents.ts";
import { type SendUpdate, updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import { type SendDocument, sendsOf, STEP_MAX, sendBodiesOf, toSend } from "#shared/sending/store/send-documents.ts";
import { type Transition, transitions } from "#shared/sending/transitions.ts";
import type { Person, Sequence, Sequences, StepNumbers, People, PersonWithSends } from "../sequence.ts";
import { eraseBodies } from "#shared/platform/mongo/moved-bodies.ts";
import { FORGOTTEN_AFTER_MS } from "#shared/sending/waiting.ts";

/** A sequence as stored. */
type SequenceDocument = Stored<Sequence, "userId" | "mailboxId">;
/** A person of a sequence as stored. */
export type PersonDocument = Stored<Person, "userId" | "mailboxId" | "sequenceId">;

/** The sequences' collection. */
export const sequencesOf = (database: Database) => database.collection<SequenceDocument>("sequences");
/** The collection of the people in sequences. */
export const peopleOf = (database: Database) => database.collection<PersonDocument>("sequencePeople");

/**
 * Indexes: an account's sequences, all and by mailbox; unsettled sequences; a sequence's people; a person once in a sequence; people whose steps have
 * an older revision; a mailbox's people, for its purge.
 */
export const sequenceIndexes: readonly IndexSpec[] = [
  { collection: "sequences", keys: { userId: 1, createdAt: -1, _id: -1 } },
  { collection: "sequences", keys: { userId: 1, mailboxId: 1, createdAt: -1, _id: -1 } },
  { collection: "sequences", keys: { unsettledAt: 1 }, options: { partialFilterExpression: { unsettledAt: { $exists: true } } } },
  { collection: "sequencePeople", keys: { userId: 1, sequenceId: 1, createdAt: -1, _id: -1 } },
  { collection: "sequencePeople", keys: { userId: 1, sequenceId: 1, email: 1 }, options: { unique: true } },
  { collection: "sequencePeople", keys: { userId: 1, sequenceId: 1, revision: 1, _id: 1 } },
  { collection: "sequencePeople", keys: { userId: 1, mailboxId: 1 } },
];

/** Sequences that were paused, let go on or deleted, and whose steps may not be so yet. */
export const unsettledSequences: DueRecords = {
  collection: "sequences",
  at: "unsettledAt",
  leftMs: FORGOTTEN_AFTER_MS,
  inWorld: "end",
};

const countOf = (condition: object) => ({ $sum: { $cond: [condition, 1, 0] } });
const isSet = (field: string) => ({ $gt: [`$${field}`, null] });

/** How many emails of each step have an answer that asks to stop. */
const askedToStop = async (database: Database, userId: ObjectId, sequenceId: ObjectId): Promise<ReadonlyMap<number, number>> => {
  const answered = await sendsOf(database)
    .find({ userId, sequenceId, repliedAt: { $gt: new Date(0) } }, { projection: { step: 1 } })
    .toArray();
  const stepOf = new Map(answered.map(({ _id, step = 0 }) => [_id.toHexString(), step]));
  const ids = answered.map(({ _id }) => _id);
  const asking = new Set<string>();
  for (let at = 0; at < ids.length; at += STEP_MAX) {
    const those = { userId, emailJobId: { $in: ids.slice(at, at + STEP_MAX) }, intent: "unsubscribe" as const };
    const found = await messagesOf(database)
      .find(those, { projection: { emailJobId: 1 } })
      .toArray();
    for (const { emailJobId } of found) asking.add(String(emailJobId));
  }
  return new Map([...Map.groupBy(asking, (one) => stepOf.get(one) ?? 0)].map(([step, some]) => [step, some.length]));
};

const toSequence = (document: SequenceDocument): Sequence => fromDocument<Sequence>(document);

/** The change that cancels the steps of whoever is removed. */
const removed = updateBy(transitions.cancel, { set: { cancelReason: "removed" } });

/** The most sequences that one sweep settles. */
const UNSETTLED_MAX = 100;

/** The moves that make a sequence's steps as it is. Cancelled ones are paused, too, so that one that comes back waits. */
const movesTo = ({
  deletedAt,
  pausedAt,
}: Pick<SequenceDocument, "deletedAt" | "pausedAt">): readonly (readonly [Transition, SendUpdate])[] => {
  const { cancel, pause, pauseCancelled, resume, resumeCancelled } = transitions;
  if (deletedAt) return [[cancel, removed]];
  return (pausedAt ? [pause, pauseCancelled] : [resume, resumeCancelled]).map((move) => [move, updateBy(move)]);
};

/** Moves up to 1,000 of these sends, in the order of their steps; returns which. */
const moveSome = async (database: Database, those: Filter<SendDocument>, update: SendUpdate): Promise<readonly ObjectId[]> => {
  const sends = sendsOf(database);
  const found = await sends
    .find(those, { projection: { _id: 1 } })
    .limit(STEP_MAX)
    .toArray();
  const ids = found.map(({ _id }) => _id);
  if (ids.length > 0) await sends.updateMany({ ...those, _id: { $in: ids } }, update);
  return ids;
};

/** The sequences in MongoDB. */
export const mongoSequences = (connect: Connect): Sequences => {
  const one = (userId: string, id: string) => ({ _id: oid(id), userId: oid(userId) });
  return {
    insert: async (sequence) => {
      await sequencesOf(await connect()).insertOne(toDocument(sequence, ["userId", "mailboxId"]));
    },
    find: async (userId, id) => {
      const found = await sequencesOf(await connect()).findOne(one(userId, id));
      return found ? toSequence(found) : undefined;
    },
    list: async (userId, filter, page) => {
      const database = await connect();
      const read = (some: ReturnType<typeof inMailboxes>, part: Page) =>
        pageOf(sequencesOf(database), { userId: oid(userId), deletedAt: { $exists: false }, ...some }, "createdAt", part).toArray();
      return (await joinedPage<SequenceDocument>(filter, "createdAt", page, read)).map(toSequence);
    },
    numbers: async (userId, id) => {
      const database = await connect();
      const rows = sendsOf(database).aggregate<Omit<StepNumbers, "step" | "askedToStop"> & { readonly _id: number }>([
        { $match: { userId: oid(userId), sequenceId: oid(id) } },
        {
          $group: {
            _id: "$step",
            waiting: countOf({ $in: ["$status", ["queued", "scheduled", "processing"]] }),
            sent: countOf(isSet("sentAt")),
            answered: countOf(isSet("repliedAt")),
            bounced: countOf(isSet("bouncedAt")),
            away: countOf(isSet("awayUntil")),
            cancelled: countOf({ $eq: ["$status", "cancelled"] }),
            failed: countOf({ $eq: ["$status", "failed"] }),
          },
        },
        { $sort: { _id: 1 } },
      ]);
      const [counted, stopped] = await Promise.all([rows.toArray(), askedToStop(database, oid(userId), oid(id))]);
      return counted.map(({ _id: step, ...numbers }) => ({ step, ...numbers, askedToStop: stopped.get(step) ?? 0 }));
    },
    delete: async (userId, id) => {
      const database = await connect();
      const open = { ...one(userId, id), deletedAt: { $exists: false } };
      await sequencesOf(database).updateOne(open, { $currentDate: { deletedAt: true, unsettledAt: true, updatedAt: true } });
      const found = await sequencesOf(database).findOne(one(userId, id));
      return found ? toSequence(found) : undefined;
    },
    write: async ({ userId, id, revision }, { name, steps }) => {
      const those = { ...one(userId, id), revision, deletedAt: { $exists: false } };
      const set = { ...(name !== undefined && { name }), ...(steps && { steps }) };
      const update = { $set: set, ...(steps && { $inc: { revision: 1 } }), $currentDate: { updatedAt: true as const } };
      const found = await sequencesOf(await connect()).findOneAndUpdate(those, update, { returnDocument: "after" });
      return found ? toSequence(found) : undefined;
    },
    pause: async (userId, id, paused) => {
      const database = await connect();
      const open = { ...one(userId, id), deletedAt: { $exists: false } };
      // The sequence first: from then on nobody is added, so that every step there is gets paused.
      const change = paused
        ? { $currentDate: { pausedAt: true as const, unsettledAt: true as const } }
        : { $unset: { pausedAt: "" as const }, $currentDate: { unsettledAt: true as const } };
      await sequencesOf(database).updateOne({ ...open, pausedAt: { $exists: !paused } }, change);
      const found = await sequencesOf(database).findOne(open);
      return found ? toSequence(found) : undefined;
    },
    settle: async (userId, id) => {
      const database = await connect();
      const found = await sequencesOf(database).findOne(one(userId, id), { projection: { deletedAt: 1, pausedAt: 1 } });
      if (!found) return { cancelled: [], more: false };
      const steps = { userId: oid(userId), sequenceId: oid(id) };
      const moved: (readonly ObjectId[])[] = [];
      for (const [move, update] of movesTo(found)) moved.push(await moveSome(database, { ...steps, ...whichMay(move) }, update));
      const cancelled = found.deletedAt ? moved.flat().map((one) => one.toHexString()) : [];
      return { cancelled, more: moved.some(({ length }) => length === STEP_MAX) };
    },
    unsettled: async (forMs) => {
      const database = await connect();
      const found = sequencesOf(database)
        .find(whatIsDue(unsettledSequences, await databaseNow(database), forMs))
        .sort({ unsettledAt: 1 });
      return (await found.limit(UNSETTLED_MAX).toArray()).map(toSequence);
    },
    settled: async ({ userId, id, unsettledAt }) => {
      if (!unsettledAt) return;
      await sequencesOf(await connect()).updateOne({ ...one(userId, id), unsettledAt }, { $unset: { unsettledAt: "" } });
    },
  };
};

const toPerson = (document: PersonDocument): Person => fromDocument<Person>(document);
/** Ends a transaction in which a step does not wait any more. */
class Left extends Error {}

const sendIdsOf = (people: readonly Person[]) => people.flatMap(({ sendIds }) => sendIds.map(oid));

const olderThan = (userId: string, sequenceId: string, revision: number) => ({
  userId: oid(userId),
  sequenceId: oid(sequenceId),
  revision: { $lt: revision },
});

/** People with their sends, in the order of their steps. */
const withSends = async (database: Database, userId: string, rows: readonly PersonDocument[]): Promise<readonly PersonWithSends[]> => {
  const people = rows.map(toPerson);
  const found = await sendsOf(database)
    .find({ _id: { $in: sendIdsOf(people) }, userId: oid(userId) })
    .toArray();
  const byId = new Map(found.map((send) => [send._id.toHexString(), toSend(send)]));
  return people.map((person) => ({ person, sends: person.sendIds.flatMap((id) => byId.get(id) ?? []) }));
};

/** The people of sequences in MongoDB. */
export const mongoPeople = (connect: Connect): People => ({
  among: async (userId, sequenceId, emails) => {
    const those = { userId: oid(userId), sequenceId: oid(sequenceId), email: { $in: [...emails] } };
    return (
      await peopleOf(await connect())
        .find(those)
        .toArray()
    ).map(toPerson);
  },
  list: async (userId, sequenceId, page) => {
    const database = await connect();
    const those = { userId: oid(userId), sequenceId: oid(sequenceId) };
    return withSends(database, userId, await pageOf(peopleOf(database), those, "createdAt", page).toArray());
  },
  outdated: async (userId, sequenceId, revision, most, after) => {
    const database = await connect();
    const those = { ...olderThan(userId, sequenceId, revision), ...(after !== undefined && { _id: { $gt: oid(after) } }) };
    return withSends(database, userId, await peopleOf(database).find(those).sort({ _id: 1 }).limit(most).toArray());
  },
  countOutdated: async (userId, sequenceId, revision) => peopleOf(await connect()).countDocuments(olderThan(userId, sequenceId, revision)),
  rewrite: async ({ id, userId, revision: before }, revision, texts) => {
    const database = await connect();
    const rows = texts.map(({ id: sendId, html, text }) => ({ _id: oid(sendId), userId: oid(userId), html, text }));
    const writes = texts.map(({ id: sendId, subject, html, text }) => ({
      updateOne: {
        filter: { _id: oid(sendId), userId: oid(userId), ...whichMay(transitions.rewrite) },
        update: updateBy(transitions.rewrite, { set: { subject, bodyBytes: Buffer.byteLength(html) + Buffer.byteLength(text) } }),
      },
    }));
    const write = async (session: ClientSession) => {
      const mine = { _id: oid(id), userId: oid(userId), revision: before };
      if ((await peopleOf(database).updateOne(mine, { $set: { revision } }, { session })).matchedCount === 0) throw new Left();
      if (rows.length === 0) return;
      // A worker that claims one of them meanwhile conflicts with this: it leaves with the one text or with the other.
      if ((await sendsOf(database).bulkWrite(writes, { session })).matchedCount < rows.length) throw new Left();
      await eraseBodies(
        { database, session },
        "sendBodies",
        rows.map(({ _id }) => _id),
      );
      await sendBodiesOf(database).insertMany(rows, { session });
    };
    try {
      await database.transaction(write);
      return true;
    } catch (error) {
      if (error instanceof Left) return false;
      throw error;
    }
  },
  remove: async (userId, sequenceId, id) => {
    const database = await connect();
    const one = { _id: oid(id), userId: oid(userId), sequenceId: oid(sequenceId) };
    return database.transaction(async (session) => {
      const found = await peopleOf(database).findOne(one, { session });
      if (!found) return undefined;
      if (!found.removedAt) await peopleOf(database).updateOne(one, { $currentDate: { removedAt: true } }, { session });
      const waiting = { _id: { $in: sendIdsOf([toPerson(found)]) }, userId: oid(userId), ...whichMay(transitions.cancel) };
      const ids = (
        await sendsOf(database)
          .find(waiting, { projection: { _id: 1 }, session })
          .toArray()
      ).map(({ _id }) => _id);
      if (ids.length > 0) await sendsOf(database).updateMany({ ...waiting, _id: { $in: ids } }, removed, { session });
      return ids.map((sendId) => sendId.toHexString());
    });
  },
});
