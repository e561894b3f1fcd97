import type { Filter } from "mongodb";
import type { Connect, Database, IndexSpec } from "#shared/platform/mongo/database.ts";
import { fromDocument, oid, type Stored, toDocument } from "#shared/platform/mongo/documents.ts";
import type { Outcome } from "../forecast/play-rehearsal.ts";
import type { Rehearsal, Rehearsals } from "../ports/held-sends.ts";
import { loadsOf } from "./sends.ts";

/** How many results of an account are kept, the latest: each is up to some megabytes. */
const KEPT_MAX = 20;
/** The latest possible date, so that everything that waits is copied. */
const FOR_EVER = new Date(8_640_000_000_000_000);

/** A rehearsal with its emails: one row, so that a result is there whole or not at all; in pages, so that one page is read alone. */
type RehearsalDocument = Stored<Rehearsal, "userId"> & { readonly pages: Readonly<Record<string, readonly Outcome[]>> };

/** How many emails one stored page has: at least as many as an answer. */
const PAGE = 201;
/** The name of the stored page in which the email with this number is. */
const pageOf = (start: number): string => `p${Math.floor(start / PAGE)}`;
const inPages = (outcomes: readonly Outcome[]) => {
  const starts = Array.from({ length: Math.ceil(outcomes.length / PAGE) }, (_, index) => index * PAGE);
  return Object.fromEntries(starts.map((start) => [pageOf(start), outcomes.slice(start, start + PAGE)]));
};

/** Indexes: an account's rehearsals; the end of their results. */
export const rehearsalIndexes: readonly IndexSpec[] = [
  { collection: "rehearsals", keys: { userId: 1, _id: -1 } },
  { collection: "rehearsals", keys: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } },
];

const rehearsalsOf = (database: Database) => database.collection<RehearsalDocument>("rehearsals");
/** One whose end has come is gone, also while MongoDB has not yet deleted it. */
const one = (userId: string, id: string): Filter<RehearsalDocument> => ({
  _id: oid(id),
  userId: oid(userId),
  $expr: { $gt: ["$expiresAt", "$$NOW"] },
});

/** The rehearsals in MongoDB. */
export const mongoRehearsals = (connect: Connect): Rehearsals => ({
  copy: async (mailboxIds) =>
    loadsOf(await connect(), mailboxIds.map(oid), FOR_EVER, { more: ["toEmail", "subject", "threadId", "cancelOn", "onAway"] }),
  insert: async (rehearsal, outcomes) => {
    const rehearsals = rehearsalsOf(await connect());
    const document = { ...toDocument(rehearsal, ["userId"]), pages: inPages(outcomes) };
    await rehearsals.insertOne(document);
    const { userId } = document;
    const older = await rehearsals
      .find({ userId }, { projection: { _id: 1 } })
      .sort({ _id: -1 })
      .skip(KEPT_MAX)
      .toArray();
    if (older.length > 0) await rehearsals.deleteMany({ _id: { $in: older.map(({ _id }) => _id) }, userId });
  },
  find: async (userId, id) => {
    const found = await rehearsalsOf(await connect()).findOne(one(userId, id), { projection: { pages: 0 } });
    return found ? fromDocument<Rehearsal>(found) : undefined;
  },
  outcomes: async (userId, id, start, limit) => {
    const [first, last] = [pageOf(start), pageOf(start + limit)];
    const projection = { [`pages.${first}`]: 1, [`pages.${last}`]: 1 };
    const found = await rehearsalsOf(await connect()).findOne(one(userId, id), { projection });
    const read = [...new Set([first, last])].flatMap((page) => found?.pages[page] ?? []);
    return found ? read.slice(start % PAGE, (start % PAGE) + limit) : undefined;
  },
});
