import * as fc from "fast-check";
import { BSON, type Collection, type Document, MongoClient } from "mongodb";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { type Operation, aDocument, anOperation, runOperation } from "../support/mongo-operations.ts";

const { embedded, mongod } = inject("mongoUris");
if (!mongod) console.log("the comparison of the embedded MongoDB with a real mongod is skipped: MONGOD_BINARY is not set");

const RUNS = Number(process.env["COMPARE_RUNS"] ?? 150);

/** Collections of the same indexes on both servers, so that the random filters and sorts meet the planner as well. */
const open = async (uri: string) => {
  const client = new MongoClient(uri);
  const rows = client.db("compare").collection(`rows_${process.pid}`);
  await rows.createIndexes([
    { key: { n: 1, d: -1 } },
    { key: { s: -1, n: 1 } },
    { key: { tags: 1, d: 1 } },
    { key: { "o.x": 1 }, partialFilterExpression: { "o.x": { $exists: true } } },
    { key: { "list.k": 1, n: 1 } },
  ]);
  return { client, rows };
};

/** A server has a code for each way in which an expression's arguments can be wrong; the embedded one has one for all. */
const ofExpression = (code: number) => code === 14 || (code > 16_000 && code < 60_000);

const text = (outcome: unknown): string => BSON.EJSON.stringify(outcome);

const outcomes = async (rows: Collection, documents: readonly Document[], operations: readonly Operation[]): Promise<string[]> => {
  await rows.deleteMany({});
  await rows.insertMany(documents.map((document, i) => ({ _id: i as never, ...document })));
  const seen: unknown[] = [];
  for (const operation of operations) {
    const outcome = await runOperation(rows, operation).catch((error: { code: number }) => ({
      failed: ofExpression(error.code) ? "expression" : error.code,
    }));
    // At which document an update of many fails, and so how, is nobody's promise.
    if ("failed" in Object(outcome) && "many" in operation && operation.many) return [...seen, "failed"].map(text);
    seen.push(outcome, await rows.find().sort({ _id: 1 }).toArray());
  }
  return seen.map(text);
};

describe.runIf(mongod !== undefined)("the embedded MongoDB and a real mongod", () => {
  let ours: Awaited<ReturnType<typeof open>>;
  let theirs: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    [ours, theirs] = await Promise.all([open(embedded ?? ""), open(mongod ?? "")]);
  });
  afterAll(async () => {
    await Promise.all([ours, theirs].map(async ({ client, rows }) => rows.drop().then(() => client.close())));
  });

  it("answer random typed operations alike, to the last byte", { timeout: 600_000 }, async () => {
    const documents = fc.array(aDocument, { minLength: 1, maxLength: 12 });
    const operations = fc.array(anOperation, { minLength: 1, maxLength: 8 });

    const alike = fc.asyncProperty(documents, operations, async (docs, ops) => {
      const [mine, real] = await Promise.all([outcomes(ours.rows, docs, ops), outcomes(theirs.rows, docs, ops)]);

      expect(mine).toEqual(real);
    });

    await fc.assert(alike, { numRuns: RUNS, seed: Number(process.env["COMPARE_SEED"] ?? 20261121) });
  });
});
