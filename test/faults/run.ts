// `npm run faults [-- --short] [--seed N] [--only T1,T8] [--scale N]`: injects faults and counts what was lost, doubled or unknown (test/README.md).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { openContext } from "./context.ts";
import type { FaultTest } from "./fault-test.ts";
import type { Mutant } from "./mutants.ts";
import { emptyReport, isClean, remark, type Report } from "./report.ts";
import { tests } from "./tests.ts";

const { values } = parseArgs({
  options: {
    short: { type: "boolean", default: false },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    scale: { type: "string", default: "25" },
  },
});
const scale = values.short ? 1 : Number(values.scale);
const seed = Number(values.seed);
const only = values.only === "" ? [] : values.only.split(",");

const dataDir = mkdtempSync(join(tmpdir(), "faults-mongod-"));
const mongodBinary = process.env["MONGOD_BINARY"] ?? "";
const mongo = await startMongo({ mongodBinary, dataDir: mongodBinary === "" ? undefined : dataDir });

/** Runs a test in a context of its own; what it throws is part of its report. */
const runIn = async (test: FaultTest, mutant?: Mutant): Promise<Report> => {
  const context = await openContext(mongo.uri, seed + tests.indexOf(test), scale);
  try {
    return await test.run(context, mutant);
  } catch (error) {
    return remark(emptyReport, `the test ended with ${String(error)}`);
  } finally {
    await context.close();
  }
};
const line = (id: string, title: string, { acknowledged, lost, duplicated, unknown }: Report, rest: string) =>
  console.log(
    `${id.padEnd(4)} ${title.padEnd(52)} acknowledged ${String(acknowledged).padStart(5)}  lost ${lost}  duplicated ${duplicated}  unknown ${unknown}  ${rest}`,
  );

let passed = 0;
const failures: string[] = [];
const count = (good: boolean, what: string) => void (good ? (passed += 1) : failures.push(what));

const runTest = async (test: FaultTest): Promise<void> => {
  const started = Date.now();
  const report = await runIn(test);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  const caught: string[] = [];
  for (const mutant of test.mutants) {
    const found = await runIn(test, mutant);
    count(!isClean(found), `${test.id} let the mutant "${mutant}" live`);
    const what = `lost ${found.lost}, duplicated ${found.duplicated}, unexpected ${found.unexpected.length}`;
    caught.push(`     mutant "${mutant}": ${isClean(found) ? "SURVIVED" : `caught (${what})`}`);
  }
  count(isClean(report), `${test.id}: ${report.unexpected.slice(0, 5).join("; ")}`);
  line(test.id, test.title, report, `${isClean(report) ? "ok" : "FAILED"}  ${seconds} s`);
  for (const remark of report.unexpected.slice(0, 5)) console.log(`     ${remark}`);
  for (const outcome of caught) console.log(outcome);
};

/** Some wait a minute for a dead client's transaction; meanwhile others run. */
const LANES = 3;
console.log(`faults on the ${mongo.kind} MongoDB, seed ${seed}, scale ${scale}`);
try {
  const waiting = tests.filter(({ id }) => only.length === 0 || only.includes(id));
  const lane = async () => {
    for (let test = waiting.shift(); test; test = waiting.shift()) await runTest(test);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  await mongo.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length > 0 ? 1 : 0);
