import { ObjectId } from "mongodb";
import { expect, inject, it } from "vitest";
import { connectMongo, type Database } from "#shared/platform/mongo/database.ts";
import { type Migration, migrationsOf, runMigrations } from "#shared/platform/mongo/migrations.ts";
import { longTimeouts } from "#shared/service/indexes.ts";
import { migrations } from "#shared/service/migrate.ts";
import { toWebhook, webhookMigrations, type WebhookDocument, webhooksOf } from "#shared/webhooks/store/webhook-documents.ts";

/** A million in the lane on a real mongod. */
const ROWS = Number(process.env["MIGRATED_ROWS"] ?? 10_000);
const INSERTED_AT_ONCE = 10_000;
const MINUTES_MS = 60_000;

let made = 0;
const open = async (kind: string): Promise<Database> => {
  const uri = new URL(inject("mongoUris")[kind] ?? "");
  uri.pathname = `/migrations${(made += 1)}`;
  const database = await connectMongo(async () => uri.toString(), longTimeouts)();
  await database.raw.dropDatabase();
  return database;
};

/** Old code stores `name`, new code `names`; each reads both, or its own alone. */
const named: Migration = {
  id: "named",
  collection: "things",
  rows: { name: { $exists: true } },
  change: [{ $set: { names: ["$name"] } }, { $unset: "name" }],
};
const rowsOf = ({ raw }: Database) => raw.collection("things");
const inOldShape = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `n${n}`, at: n }));
const oldOnes = (database: Database) => rowsOf(database).countDocuments({ name: { $exists: true } });

/** Runs it until it has stored this many pages, as the end of a call does. */
const runPages = (database: Database, pages: number) => {
  let left = pages;
  return runMigrations(database, [named], "before", () => {
    left -= 1;
    if (left < 0) throw new Error("the call is over");
  });
};

for (const kind of Object.keys(inject("mongoUris"))) {
  it(
    `a migration goes on where its call ended, and changes every row once (${kind}, ${ROWS} rows)`,
    async () => {
      const database = await open(kind);
      for (let stored = 0; stored < ROWS; stored += INSERTED_AT_ONCE)
        await rowsOf(database).insertMany(inOldShape(Math.min(INSERTED_AT_ONCE, ROWS - stored)));

      const began = Date.now();
      await expect(runPages(database, 2)).rejects.toThrow("the call is over");
      const half = await migrationsOf(database).findOne({ _id: "named in things, before" });
      expect(half).toMatchObject({ changed: 4_000, after: expect.any(ObjectId) });
      expect(half?.doneAt).toBeUndefined();
      expect(await oldOnes(database)).toBe(ROWS - 4_000);

      const pages: string[] = [];
      await runMigrations(database, [named], "before", (what) => void pages.push(what));
      if (process.env["MIGRATED_ROWS"]) console.log(`migrated ${ROWS} rows on ${kind} in ${Math.round((Date.now() - began) / 1_000)} s`);
      expect(pages[0]).toMatch(/^named in things, before: 4000 rows so far; "npm run admin -- init" or the next deployment/);
      expect(pages.length).toBeLessThanOrEqual((ROWS - 4_000) / 2_000 + 2);
      expect(await oldOnes(database)).toBe(0);
      expect(await rowsOf(database).countDocuments({ names: { $size: 1 } })).toBe(ROWS);
      expect(await migrationsOf(database).findOne({ _id: "named in things, before" })).toMatchObject({
        changed: ROWS,
        doneAt: expect.any(Date),
      });

      const again: string[] = [];
      await runMigrations(database, [named], "before", (what) => void again.push(what));
      expect(again).toEqual([]);
      await database.raw.dropDatabase();
      await database.close();
    },
    15 * MINUTES_MS,
  );

  it(`what old code stores while both versions answer is changed when it no longer does (${kind})`, async () => {
    const database = await open(kind);
    await rowsOf(database).insertMany(inOldShape(3));
    await runMigrations(database, [named], "before");

    await rowsOf(database).insertMany([...inOldShape(2), { names: ["new"] }] as object[]);
    await runMigrations(database, [named], "before");
    expect(await oldOnes(database)).toBe(2);

    await runMigrations(database, [named], "after");
    expect(await oldOnes(database)).toBe(0);
    expect(await rowsOf(database).distinct("names")).toEqual(["n0", "n1", "n2", "new"]);
    await database.close();
  });

  it(`code that does not know a migration has it done anew by the code that does (${kind})`, async () => {
    const database = await open(kind);
    await runMigrations(database, [named], "before");
    await runMigrations(database, [named], "after");

    await runMigrations(database, [], "before");
    await rowsOf(database).insertMany(inOldShape(2));
    await runMigrations(database, [named], "before");

    expect(await oldOnes(database)).toBe(0);
    await database.close();
  });

  it(`old code reads new webhooks, new code old ones, in test worlds too (${kind})`, async () => {
    const database = await open(kind);
    /** As the version before this table read one that has no test. */
    const asOldCodeReads = ({ unverified, verifiedAt, createdAt }: WebhookDocument) => (unverified ? undefined : (verifiedAt ?? createdAt));
    const [createdAt, verifiedAt] = [new Date(1_000), new Date(2_000)];
    const one = (more: Partial<WebhookDocument>) =>
      ({ _id: new ObjectId(), userId: new ObjectId(), url: "https://a.test", createdAt, updatedAt: createdAt, ...more }) as WebhookDocument;
    const stored = [one({}), one({ unverified: true }), one({ verifiedAt })];
    const expected = [createdAt, undefined, verifiedAt];
    const inWorlds = database.collection<WebhookDocument>("test.webhooks");
    await webhooksOf(database).insertMany(stored);
    await inWorlds.insertMany(stored);
    expect(stored.map(asOldCodeReads)).toEqual(expected);

    await runMigrations(database, webhookMigrations, "before");

    for (const rows of [await webhooksOf(database).find().toArray(), await inWorlds.find().toArray()]) {
      expect(rows.map((row) => toWebhook(row).verifiedAt)).toEqual(expected);
      expect(rows.map(asOldCodeReads)).toEqual(expected);
    }
    await database.close();
  });
}

it("each migration has a name of its own in its collection, and takes its old shape away", async () => {
  const names = migrations.map(({ id, collection }) => `${id} ${collection}`);
  expect(new Set(names).size).toBe(names.length);

  const database = await open("embedded");
  for (const one of migrations) await database.raw.collection(one.collection).insertOne({ createdAt: new Date() });
  await runMigrations(database, migrations, "before");
  for (const { collection, rows } of migrations) expect(await database.raw.collection(collection).countDocuments(rows)).toBe(0);
  await database.close();
});
