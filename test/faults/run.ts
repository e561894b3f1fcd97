// `npm run faults [-- --short] [--seed N] [--only T1,T8] [--scale N]`: injects faults and counts what was lost, doubled or unknown (test/README.md).
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
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

/** A test, whole or without a guard; each is a run of its own. */
interface Run {
  readonly test: FaultTest;
  readonly mutant?: Mutant;
}
const runsOf = (test: FaultTest): readonly Run[] => [{ test }, ...test.mutants.map((mutant) => ({ test, mutant }))];
const nameOf = ({ test, mutant }: Run) => (mutant === undefined ? test.id : `${test.id} with the mutant "${mutant}"`);

/** A run that has not ended after so long is told by its name and has failed, ms; the others go on. */
const LIMIT_MS = (values.short ? 8 : 180) * 60_000;
/** How long what a run leaves may take to close, ms. */
const CLOSE_MS = 30_000;

/** What a run found, in a context of its own, and whether it ended in time; what it throws is part of its report. */
const finish = async ({ test, mutant }: Run): Promise<{ readonly report: Report; readonly isInTime: boolean }> => {
  const context = await openContext(mongo.uri, seed + tests.indexOf(test), scale);
  const failed = (error: unknown) => remark(emptyReport, `the test ended with ${String(error)}`);
  try {
    const late = sleep(LIMIT_MS, undefined, { ref: false });
    const report = await Promise.race([test.run(context, mutant).catch(failed), late]);
    return report ? { report, isInTime: true } : { report: remark(emptyReport, "it did not end"), isInTime: false };
  } finally {
    await Promise.race([context.close().catch(() => undefined), sleep(CLOSE_MS, undefined, { ref: false })]);
  }
};

let passed = 0;
const failures: string[] = [];
const count = (good: boolean, what: string) => void (good ? (passed += 1) : failures.push(what));

/** A mutant that lives, or that does not end, is a failure: only what a test reports in time has caught it. */
const tellMutant = (name: string, { lost, duplicated, unexpected }: Report, isCaught: boolean, seconds: string): void => {
  const what = isCaught ? `caught (lost ${lost}, duplicated ${duplicated}, unexpected ${unexpected.length})` : "SURVIVED";
  console.log(`     ${name}: ${what}  ${seconds}`);
  count(isCaught, `${name} lives`);
};
const tellTest = ({ id, title }: FaultTest, report: Report, seconds: string): void => {
  const { acknowledged, lost, duplicated, unknown, unexpected } = report;
  const counts = `acknowledged ${String(acknowledged).padStart(5)}  lost ${lost}  duplicated ${duplicated}  unknown ${unknown}`;
  console.log(`${id.padEnd(4)} ${title.padEnd(52)} ${counts}  ${isClean(report) ? "ok" : "FAILED"}  ${seconds}`);
  for (const each of unexpected.slice(0, 5)) console.log(`     ${each}`);
  count(isClean(report), `${id}: ${unexpected.slice(0, 5).join("; ")}`);
};
const make = async (run: Run): Promise<void> => {
  const started = Date.now();
  const { report, isInTime } = await finish(run);
  const seconds = `${((Date.now() - started) / 1000).toFixed(1)} s`;
  if (!isInTime) {
    console.log(`     ${nameOf(run)} DID NOT END within ${LIMIT_MS / 60_000} minutes`);
    count(false, `${nameOf(run)} did not end within ${LIMIT_MS / 60_000} minutes`);
  } else if (run.mutant === undefined) tellTest(run.test, report, seconds);
  else tellMutant(nameOf(run), report, !isClean(report), seconds);
};

/** Some wait a minute for a dead client's transaction; meanwhile others run. */
const LANES = 4;
const whole = Date.now();
console.log(`faults on the ${mongo.kind} MongoDB, seed ${seed}, scale ${scale}`);
try {
  const waiting = tests.filter(({ id }) => only.length === 0 || only.includes(id)).flatMap(runsOf);
  const lane = async () => {
    for (let run = waiting.shift(); run; run = waiting.shift()) await make(run);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
} finally {
  await mongo.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const failure of failures) console.log(`FAILED ${failure}`);
console.log(`${passed} passed, ${failures.length} failed in ${((Date.now() - whole) / 1000).toFixed(0)} s`);
process.exit(failures.length > 0 ? 1 : 0);
