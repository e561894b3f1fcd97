// `node .ci/run-lanes.ts [--all] [--job NAME] [--only part,part]`: runs the lanes of lanes.ts, three at a time where two cores allow it; the last line counts them all.
import { spawn, spawnSync } from "node:child_process";
import { createWriteStream, existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { FIRST_LANES, type Lane, LANES } from "./lanes.ts";

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The tests that failed, or what the lane printed last, for the end of the log: the middle of a long one is often cut. */
  readonly failures?: readonly string[];
}

/** What vitest's JSON report says. */
interface Report {
  readonly numPassedTests?: number;
  readonly numFailedTests?: number;
  readonly numPendingTests?: number;
  readonly testResults?: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

const { values } = parseArgs({
  options: { all: { type: "boolean", default: false }, job: { type: "string" }, only: { type: "string" } },
});

/** The exit code of a lane that found it cannot run here and said why. */
const SKIPPED = 75;
/** The cores that lanes may claim together: a little more than there are, for none is busy all the time. */
const CORES = 2.2;
/** Lanes at the same time: more would only wait for each other. */
const SIDE_BY_SIDE = 3;
/** Node.js keeps compiled sources here: a process that starts the system needs two thirds of its time then, and lanes start hundreds. */
const COMPILED = resolve(".cache/compiled");
/** How many lines of a failed lane are printed again. */
const LAST_LINES = 12;

const reports = mkdtempSync(join(tmpdir(), "lanes-"));
const fileOf = ({ name }: Lane, ending: string) => join(reports, `${name.replaceAll(/\W+/g, "-")}.${ending}`);

const failuresOf = ({ testResults = [] }: Report) =>
  testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === "failed");
    if (failed.length === 0) return status === "failed" ? [`${name}: ${message.slice(0, 300)}`] : [];
    return failed.map(({ fullName, failureMessages: [why = ""] = [] }) => `${name}: ${fullName}: ${why.slice(0, 300)}`);
  });

const countsOf = (report: Report, passed: boolean): Counts => ({
  passed: report.numPassedTests ?? 0,
  failed: passed ? (report.numFailedTests ?? 0) : Math.max(1, report.numFailedTests ?? 0),
  skipped: report.numPendingTests ?? 0,
  failures: failuresOf(report),
});

/** Why a lane need not run: it runs at night, or nothing that it tests has changed since the commit in CI_BASE. */
const unchanged = ({ inputs, nightly }: Lane): string | undefined => {
  if (nightly && !values.all) return "the nightly run has it, and `--all`";
  const base = process.env["CI_BASE"] ?? "";
  if (values.all || !inputs || base === "") return undefined;
  const { status } = spawnSync("git", ["diff", "--quiet", base, "--", ...inputs]);
  return status === 0 ? `nothing changed in ${inputs.join(", ")} since ${base}; the nightly run has it` : undefined;
};

const commandOf = (lane: Lane, isAlone: boolean): readonly string[] => {
  if (!lane.vitest) return lane.command;
  const workers = isAlone ? [] : [`--maxWorkers=${lane.workers ?? 1}`];
  return [...lane.command, ...workers, "--reporter=default", "--reporter=json", `--outputFile.json=${fileOf(lane, "json")}`];
};

/** Runs a command, and says at the end how many seconds of a core it and all that it waited for took. */
const TIMED = 'TIMEFORMAT="cpu %U %S"; time "$@"';
const cpuOf = (output: string): number => {
  const [, user = "0", system = "0"] = /\ncpu ([\d.]+) ([\d.]+)\n$/.exec(output) ?? [];
  return Math.round(Number(user) + Number(system));
};

/** Runs a command to its end, or kills it and all that it started when its time is over; answers its exit code. */
const finished = (lane: Lane, command: readonly string[]) =>
  new Promise<number>((resolve) => {
    const log = createWriteStream(fileOf(lane, "log"));
    const child = spawn("bash", ["-c", TIMED, lane.name, ...command], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...lane.env },
      detached: true,
    });
    const { pid } = child;
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    const timer = setTimeout(() => {
      log.write(`\nstopped after ${lane.minutes} minutes\n`);
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    }, lane.minutes * 60_000);
    child.on("error", (error) => log.write(`${error.message}\n`));
    child.on("close", (code) => {
      clearTimeout(timer);
      log.end(() => resolve(code ?? 1));
    });
  });

const outcome = (lane: Lane, code: number, output: string): Counts => {
  const failures = output
    .replace(/\ncpu .*\n$/, "")
    .trimEnd()
    .split("\n")
    .slice(-LAST_LINES);
  if (code === SKIPPED) return { passed: 0, failed: 0, skipped: 1 };
  if (!lane.vitest) return code === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, failures };
  const report = fileOf(lane, "json");
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures };
  return countsOf(JSON.parse(readFileSync(report, "utf8")) as Report, code === 0);
};

const results: (Counts & { readonly lane: string; readonly seconds: number; readonly cpu: number })[] = [];

/** Runs one lane and prints its whole output when it has ended, so that two lanes' lines never mix. */
const run = async (lane: Lane, isAlone: boolean) => {
  const why = unchanged(lane) ?? lane.missing?.();
  if (why !== undefined) {
    console.log(`\n=== ${lane.name}: skipped: ${why}`);
    results.push({ lane: lane.name, passed: 0, failed: 0, skipped: 1, seconds: 0, cpu: 0 });
    return;
  }
  const began = Date.now();
  const command = commandOf(lane, isAlone);
  const code = await finished(lane, command);
  const output = readFileSync(fileOf(lane, "log"), "utf8");
  const counts = outcome(lane, code, output);
  const seconds = Math.round((Date.now() - began) / 1000);
  console.log(
    `\n=== ${lane.name}: ${command.join(" ")}\n${output}\n=== ${lane.name}: ${counts.failed === 0 ? "passed" : "FAILED"} after ${seconds} s`,
  );
  results.push({ lane: lane.name, ...counts, seconds, cpu: cpuOf(output) });
};

const wanted = ({ name, job }: Lane) =>
  (values.job === undefined || job === values.job) &&
  (values.only === undefined || values.only.split(",").some((part) => name.includes(part)));

/** Starts the first waiting lane that fits beside what runs, again and again, until none is left. */
const runSideBySide = async (lanes: readonly Lane[]) => {
  const waiting = [...lanes];
  const running = new Map<Lane, Promise<void>>();
  const fits = (lane: Lane) =>
    [...running.keys()].reduce((sum: number, { cores }) => sum + cores, lane.cores) <= CORES &&
    ![...running.keys()].some(({ folder }) => folder !== undefined && folder === lane.folder) &&
    waiting.find(({ folder }) => folder !== undefined && folder === lane.folder) === (lane.folder === undefined ? undefined : lane);
  while (waiting.length > 0 || running.size > 0) {
    const next = running.size < SIDE_BY_SIDE ? waiting.find(fits) : undefined;
    if (!next) {
      await Promise.race(running.values());
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    running.set(
      next,
      run(next, false).finally(() => running.delete(next)),
    );
  }
};

const began = Date.now();
for (const lane of FIRST_LANES.filter(wanted)) await run(lane, true);
await runSideBySide(LANES.filter(wanted));
const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, counts) => total + counts[key], 0);
for (const { lane, failures = [] } of results) for (const failure of failures) console.log(`${lane}: ${failure}`);
console.table(results, ["lane", "passed", "failed", "skipped", "seconds", "cpu"]);
console.log(`${Math.round((Date.now() - began) / 1000)} s in all`);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
process.exit(sum("failed") === 0 ? 0 : 1);
