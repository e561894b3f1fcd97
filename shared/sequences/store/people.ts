import type { ClientSession } from "mongodb";
import type { Connect, Database } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, pageOf } from "#shared/platform/mongo/documents.ts";
import { eraseBodies } from "#shared/platform/mongo/moved-bodies.ts";
import { updateBy, whichMay } from "#shared/sending/store/apply-transition.ts";
import { sendBodiesOf, sendsOf, toSend } from "#shared/sending/store/send-documents.ts";
import { transitions } from "#shared/sending/transitions.ts";
import type { People, Person, PersonWithSends } from "../sequence.ts";
import { peopleOf, type PersonDocument, removed } from "./sequences.ts";

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
