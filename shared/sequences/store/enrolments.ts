import type { ObjectId } from "mongodb";
import { isDuplicateKey } from "#shared/platform/mongo/database.ts";
import { oid, toDocument } from "#shared/platform/mongo/documents.ts";
import { type Draft, type Enrolment, EnrolmentOutdated } from "#shared/sending/ports/acceptance.ts";
import type { Transaction } from "#shared/threads/store/thread-documents.ts";
import { PEOPLE_MAX, type Person } from "../sequence.ts";
import { peopleOf, type PersonDocument, sequencesOf } from "./sequences.ts";

/**
 * Stores the people whose steps are accepted, in their transaction. The write to the sequence excludes a change of its text, its deletion and others'
 * additions. Throws EnrolmentOutdated.
 */
export const enrolPeople = async (
  { database, session }: Transaction,
  userId: ObjectId,
  { sequenceId, revision, people }: Enrolment,
  accepted: readonly Draft[],
): Promise<void> => {
  const stored = new Set(accepted.map(({ send }) => send.id));
  const enrolled = people.filter(({ sendIds: [first = ""] }) => stored.has(first));
  const open = {
    _id: oid(sequenceId),
    userId,
    revision,
    pausedAt: { $exists: false },
    deletedAt: { $exists: false },
    people: { $lte: PEOPLE_MAX - enrolled.length },
  };
  const { matchedCount } = await sequencesOf(database).updateOne(open, { $inc: { people: enrolled.length } }, { session });
  if (matchedCount === 0) throw new EnrolmentOutdated();
  const rows = enrolled.map((person): PersonDocument =>
    toDocument<Person, "userId" | "mailboxId" | "sequenceId">(person, ["userId", "mailboxId", "sequenceId"]),
  );
  try {
    await peopleOf(database).insertMany(rows, { session });
  } catch (error) {
    throw isDuplicateKey(error) ? new EnrolmentOutdated() : error;
  }
};
