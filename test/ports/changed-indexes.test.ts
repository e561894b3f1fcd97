import { expect, inject, it } from "vitest";
import { connectMongo, type Database, type IndexSpec } from "#shared/platform/mongo/database.ts";
import { migrationsOf } from "#shared/platform/mongo/migrations.ts";
import { createIndexes, dropReplacedIndexes, longTimeouts } from "#shared/service/indexes.ts";

const DAY = 86_400;
const old: readonly IndexSpec[] = [
  { collection: "things", keys: { userId: 1, at: -1 } },
  { collection: "things", keys: { key: 1 }, options: { partialFilterExpression: { key: { $exists: true } } } },
  { collection: "things", keys: { expiresAt: 1 }, options: { expireAfterSeconds: DAY } },
  { collection: "things", keys: { gone: 1 } },
];
const changed = (index: number, options: IndexSpec["options"]): readonly IndexSpec[] =>
  old.map((spec, n) => (n === index ? { ...spec, ...(options && { options }) } : spec));

const changedTo = (index: number, spec: Partial<IndexSpec>): readonly IndexSpec[] =>
  old.map((one, n) => (n === index ? { ...one, ...spec } : one));

const changes: readonly [string, readonly IndexSpec[], number][] = [
  ["an index becomes unique", changed(0, { unique: true }), 1],
  ["an index becomes partial", changed(0, { partialFilterExpression: { at: { $exists: true } } }), 1],
  ["a partial index takes another filter", changed(1, { partialFilterExpression: { key: { $gt: "" } } }), 1],
  ["a partial index becomes sparse", changed(1, { sparse: true }), 1],
  ["documents expire no longer", changedTo(2, { options: {} }), 0],
  ["documents expire from now on", changedTo(3, { options: { expireAfterSeconds: DAY } }), 0],
  ["documents expire later", changed(2, { expireAfterSeconds: 2 * DAY }), 0],
];

let made = 0;
const open = async (kind: string): Promise<Database> => {
  const uri = new URL(inject("mongoUris")[kind] ?? "");
  uri.pathname = `/changed${(made += 1)}`;
  return connectMongo(async () => uri.toString(), longTimeouts)();
};
const rows = (database: Database) => database.raw.collection("things");
const store = (database: Database, from: number, count: number) =>
  rows(database).insertMany(
    Array.from({ length: count }, (_, n) => ({
      userId: `u${from + n}`,
      at: from + n,
      key: `k${from + n}`,
      expiresAt: new Date(Date.now() + DAY * 1_000),
    })),
  );
const namesOf = async (database: Database) => (await rows(database).indexes()).map(({ name = "" }) => name);

for (const kind of Object.keys(inject("mongoUris")))
  it.each(changes)(`%s on ${kind}: built beside the old one, which goes when no old code answers`, async (_, after, replaced) => {
    const database = await open(kind);
    await createIndexes(database, undefined, old);
    await store(database, 0, 500);
    await rows(database).createIndex({ own: 1 });
    const before = await namesOf(database);

    await createIndexes(database, undefined, after);
    await createIndexes(database, undefined, after);

    const expiring = ({ expireAfterSeconds }: { readonly expireAfterSeconds?: number }) => expireAfterSeconds;
    const asked = after.flatMap(({ options }) => options?.expireAfterSeconds ?? []);
    expect((await rows(database).indexes()).flatMap((one) => expiring(one) ?? [])).toEqual(asked);
    // While both versions answer, each has its index; the old code writes and reads, and so does the new.
    expect(await namesOf(database)).toEqual(expect.arrayContaining(before));
    expect(await namesOf(database)).toHaveLength(before.length + replaced);
    await store(database, 500, 500);
    expect(await rows(database).countDocuments({ userId: { $gt: "" } })).toBe(1_000);

    expect(await dropReplacedIndexes(database, after)).toHaveLength(replaced);
    expect(await dropReplacedIndexes(database, after)).toEqual([]);
    expect(await namesOf(database)).toHaveLength(before.length);
    expect(await namesOf(database)).toEqual(expect.arrayContaining(["own_1", "gone_1"]));
    // Back to the old code: its index is built again.
    await createIndexes(database, undefined, old);
    expect(await rows(database).countDocuments({ at: { $gte: 0 } })).toBe(1_000);
    await database.close();
  });

it.each(Object.keys(inject("mongoUris")))(
  "an index with another field in front stands beside the old one for a week, which a rollback needs: %s",
  async (kind) => {
    const database = await open(kind);
    const after = old.map((one, n): IndexSpec =>
      n === 0 ? { ...one, keys: { of: 1, userId: 1, at: -1 }, replaces: { userId: 1, at: -1 } } : one,
    );
    await createIndexes(database, undefined, old);
    await createIndexes(database, undefined, after);

    expect(await dropReplacedIndexes(database, after)).toEqual([]);
    expect(await dropReplacedIndexes(database, after)).toEqual([]);
    expect(await namesOf(database)).toEqual(expect.arrayContaining(["userId_1_at_-1", "of_1_userId_1_at_-1"]));
    const weekAgo = { $set: { startedAt: new Date(Date.now() - 7 * DAY * 1_000 - 1_000) } };
    await migrationsOf(database).updateOne({ _id: "index userId_1_at_-1 of things, replaced" }, weekAgo);
    expect(await dropReplacedIndexes(database, after)).toEqual(["things.userId_1_at_-1"]);
    // Back to the old code: nothing that it asks for is dropped.
    await createIndexes(database, undefined, old);
    expect(await dropReplacedIndexes(database, old)).toEqual([]);
    await database.close();
  },
);

it("drops nothing while the new index cannot be built: rows in the way keep the old one", async () => {
  const database = await open("embedded");
  await createIndexes(database, undefined, old);
  await store(database, 0, 2);
  await rows(database).insertOne({ userId: "u1", at: 1 });

  await expect(createIndexes(database, undefined, changed(0, { unique: true }))).rejects.toThrow(/E11000|duplicate/);
  await expect(dropReplacedIndexes(database, changed(0, { unique: true }))).rejects.toThrow(/E11000|duplicate/);
  expect(await namesOf(database)).toContain("userId_1_at_-1");
  await database.close();
});
