// `npm run faults [-- --short] [--seed N] [--only T1,T8] [--scale N]`: injects faults and counts what was lost, doubled or unknown (guarantees.md, section 2).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startMongo } from "#infra/local/mongo/start-mongo.ts";
import { openContext } from "./context.ts";
import type { FaultTest } from "./fault-test.ts";
import { isClean, type Report } from "./report.ts";
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

const runIn = async <R>(test: FaultTest, work: (run: Parameters<FaultTest["run"]>[0]) => Promise<R>): Promise<R> => {
  const context = await openContext(mongo.uri, seed + tests.indexOf(test), scale);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
};
const line = (id: string, title: string, { acknowledged, lost, duplicated, unknown }: Report, rest: string) =>
  console.log(
    `${id.padEnd(4)} ${title.padEnd(52)} acknowledged ${String(acknowledged).padStart(5)}  lost ${lost}  duplicated ${duplicated}  unknown ${unknown}  ${rest}`,
  );

let passed = 0;
let failed = 0;
const count = (good: boolean) => void (good ? (passed += 1) : (failed += 1));
console.log(`faults on the ${mongo.kind} MongoDB, seed ${seed}, scale ${scale}`);
try {
  for (const test of tests.filter(({ id }) => only.length === 0 || only.includes(id))) {
    const started = Date.now();
    const report = await runIn(test, (context) => test.run(context));
    count(isClean(report));
    line(test.id, test.title, report, `${isClean(report) ? "ok" : "FAILED"}  ${((Date.now() - started) / 1000).toFixed(1)} s`);
    for (const remark of report.unexpected.slice(0, 5)) console.log(`     ${remark}`);
    for (const mutant of test.mutants) {
      const found = await runIn(test, (context) => test.run(context, mutant));
      count(!isClean(found));
      const what = `lost ${found.lost}, duplicated ${found.duplicated}, unexpected ${found.unexpected.length}`;
      console.log(`     mutant "${mutant}": ${isClean(found) ? "SURVIVED" : `caught (${what})`}`);
    }
  }
} finally {
  await mongo.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
