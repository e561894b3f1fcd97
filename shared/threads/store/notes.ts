import type { ObjectId } from "mongodb";
import type { Connect, IndexSpec, Database } from "#shared/platform/mongo/database.ts";
import { oid, fromDocument, type Stored, toDocument, pageOf } from "#shared/platform/mongo/documents.ts";
import { type Presence, type Present, PRESENT_MS, type Note, type Notes, NOTES_MAX } from "../notes.ts";
import type { ThreadKey } from "#shared/inbox/ports/messages.ts";
import { endNotes, forEver, type BodyDays } from "#shared/platform/mongo/retention.ts";
import { spread } from "./thread-merges.ts";
import { threadsOf } from "./thread-documents.ts";

/** Who is in a conversation: one document for each, which nobody reads after the last one has left. */
interface PresenceDocument {
  _id: ObjectId;
  userId: ObjectId;
  threadId: ObjectId;
  people: readonly (Present & { readonly id: string; readonly until: Date })[];
  expiresAt: Date;
}

/** Indexes: a conversation's viewers; expiry. */
export const presenceIndexes: readonly IndexSpec[] = [
  { collection: "presence", keys: { userId: 1, threadId: 1 }, options: { unique: true } },
  { collection: "presence", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const UNTIL = { $add: ["$$NOW", PRESENT_MS] };

/** Presence in MongoDB, by the database's clock. */
export const mongoPresence = (connect: Connect): Presence => ({
  sign: async (userId, threadId, { id, name, isWriting }) => {
    const others = {
      $filter: {
        input: { $ifNull: ["$people", []] },
        as: "one",
        cond: { $and: [{ $gt: ["$$one.until", "$$NOW"] }, { $ne: ["$$one.id", { $literal: id }] }] },
      },
    };
    const me = { id: { $literal: id }, name: { $literal: name }, isWriting: { $literal: isWriting }, until: UNTIL };
    const rows = (await connect()).collection<PresenceDocument>("presence");
    const stored = await rows.findOneAndUpdate(
      { userId: oid(userId), threadId: oid(threadId) },
      [{ $set: { people: { $concatArrays: [others, [me]] }, expiresAt: UNTIL } }],
      { upsert: true, returnDocument: "after" },
    );
    return (stored?.people ?? []).flatMap((one) => (one.id === id ? [] : [{ name: one.name, isWriting: one.isWriting }]));
  },
});

/** A note as stored. */
type NoteDocument = Stored<Note, "userId" | "mailboxId" | "threadId"> & {
  /** When it is deleted, where the stage keeps mail's bodies for some time only. */
  expiresAt?: Date;
};

/** The notes' collection. */
export const notesOf = (database: Database) => database.collection<NoteDocument>("notes");

/** Indexes: a conversation's notes in order; a mailbox's, for its purge. */
export const noteIndexes: readonly IndexSpec[] = [
  { collection: "notes", keys: { userId: 1, threadId: 1, createdAt: -1, _id: -1 } },
  { collection: "notes", keys: { userId: 1, mailboxId: 1 } },
];

const toNote = ({ expiresAt: _expiresAt, ...document }: NoteDocument): Note => fromDocument<Note>(document);

const ofThread = (userId: string, { id, aliasIds }: ThreadKey) => ({
  userId: oid(userId),
  threadId: spread(oid(id), aliasIds.map(oid)),
});

/** The notes in MongoDB. */
export const mongoNotes = (connect: Connect, bodyDays: BodyDays = forEver): Notes => ({
  add: async (note) => {
    const database = await connect();
    const document = toDocument(note, ["userId", "mailboxId", "threadId"]);
    const { _id, userId, threadId } = document;
    return database.transaction(async (session) => {
      // The conversation's version excludes a purge, and a second note beyond the most.
      const { matchedCount } = await threadsOf(database).updateOne({ _id: threadId, userId }, { $inc: { version: 1 } }, { session });
      const count = await notesOf(database).countDocuments({ userId, threadId }, { session, limit: NOTES_MAX });
      if (matchedCount === 0 || count >= NOTES_MAX) return false;
      await notesOf(database).insertOne(document, { session });
      await endNotes(database, session, [_id], bodyDays);
      return true;
    });
  },
  list: async (userId, thread, page) =>
    (await pageOf(notesOf(await connect()), ofThread(userId, thread), "createdAt", page).toArray()).map(toNote),
  find: async (userId, thread, id) => {
    const found = await notesOf(await connect()).findOne({ _id: oid(id), ...ofThread(userId, thread) });
    return found ? toNote(found) : undefined;
  },
  write: async (userId, thread, id, changes) => {
    const update = { $set: changes, $currentDate: { updatedAt: true as const } };
    const found = await notesOf(await connect()).findOneAndUpdate({ _id: oid(id), ...ofThread(userId, thread) }, update, {
      returnDocument: "after",
    });
    return found ? toNote(found) : undefined;
  },
  remove: async (userId, thread, id) => {
    const { deletedCount } = await notesOf(await connect()).deleteOne({ _id: oid(id), ...ofThread(userId, thread) });
    return deletedCount === 1;
  },
});
