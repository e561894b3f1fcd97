import { type Note, type Notes, NOTES_MAX } from "../notes.ts";
import type { ThreadKey } from "#shared/inbox/ports/messages.ts";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import { pageOf } from "#shared/platform/mongo/pages.ts";
import { endNotes, forEver, type BodyDays } from "#shared/platform/mongo/retention.ts";
import { spread } from "./thread-merges.ts";
import { threadsOf } from "./thread-documents.ts";

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
