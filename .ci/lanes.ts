// The lanes of .ci/run, one after the other; the last line counts them all.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

interface Lane {
  readonly name: string;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** vitest writes its counts to a file; any other command counts as one. */
  readonly vitest?: boolean;
  /** Why the lane cannot run here; undefined when it can. */
  readonly missing?: string | undefined;
  readonly minutes?: number;
}

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

/** The exit code of a lane that found it cannot run here and said why. */
const SKIPPED = 75;

const reports = mkdtempSync(join(tmpdir(), "lanes-"));
const PEERS = ["dovecot-imapd", "dovecot-lmtpd", "dovecot-submissiond", "dovecot-sieve", "postfix", "knot"];
const mongod = resolve("../shared/mongodb/mongod");
const corpora = resolve("../shared/corpora/score.mjs");

/** Installs Debian packages without letting Debian start their daemons; answers why it could not. */
const install = (packages: readonly string[]): string | undefined => {
  if (process.getuid?.() !== 0) return `not root, Debian's ${packages.join(", ")} cannot be installed`;
  try {
    if (!existsSync("/usr/sbin/policy-rc.d")) writeFileSync("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n", { mode: 0o755 });
    const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...packages], options);
    return undefined;
  } catch {
    return `apt-get could not install ${packages.join(" ")}`;
  }
};

const peersMissing = install(PEERS);
const hasPytest = ["python3", "/usr/bin/python3"].some((program) => spawnSync(program, ["-m", "pytest", "--version"]).status === 0);
const pytestMissing = hasPytest ? undefined : install(["python3-pytest"]);
if (pytestMissing !== undefined) console.log(`processes: the guide's example in Python will be skipped: ${pytestMissing}`);
const mongodMissing = existsSync(mongod) ? undefined : "no mongod at ../shared/mongodb/mongod";
const chromiumMissing = existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium") ? undefined : install(["chromium"]);

const lanes: readonly Lane[] = [
  { name: "test", command: ["npm", "test", "--"], vitest: true },
  { name: "check", command: ["npm", "run", "check"] },
  { name: "lock file", command: ["node", ".ci/check-lock.ts"] },
  { name: "bill of materials", command: ["npm", "run", "sbom"] },
  { name: "audit", command: ["node", ".ci/audit.ts"] },
  { name: "mutants", command: ["npm", "run", "mutants", "--", "--watched", "40"] },
  { name: "linear", command: ["npm", "run", "linear", "--", "--every", "15"], minutes: 25 },
  { name: "render", command: ["npm", "run", "render"], missing: chromiumMissing },
  { name: "documentation page", command: ["npm", "run", "page"], missing: chromiumMissing },
  { name: "console", command: ["npm", "run", "console"], missing: chromiumMissing },
  { name: "connect", command: ["npm", "run", "connect"], missing: chromiumMissing },
  { name: "generated clients", command: ["npm", "run", "clients"] },
  { name: "synth", command: ["npm", "run", "synth"] },
  { name: "synth of prod", command: ["npm", "run", "synth", "--", "-c", "stage=prod"] },
  { name: "bundles", command: ["npm", "run", "bundles", "--"], vitest: true },
  { name: "processes", command: ["npm", "run", "processes", "--"], vitest: true },
  { name: "stacks", command: ["npm", "run", "stacks", "--"], vitest: true },
  { name: "rules", command: ["npm", "run", "rules", "--"], vitest: true, minutes: 20 },
  { name: "laptop", command: ["npm", "run", "laptop", "--"], vitest: true },
  { name: "demo", command: ["npm", "run", "demo"] },
  {
    name: "ports on a real mongod",
    command: ["npm", "test", "--", "test/ports", "--maxWorkers=1"],
    vitest: true,
    env: { MONGOD_BINARY: mongod },
    missing: mongodMissing,
    minutes: 30,
  },
  { name: "demo on a real mongod", command: ["npm", "run", "demo"], env: { MONGOD_BINARY: mongod }, missing: mongodMissing },
  { name: "interop", command: ["npm", "run", "interop", "--"], vitest: true, missing: peersMissing, minutes: 20 },
  { name: "bundles behind a Lambda runtime", command: ["npm", "run", "lambda", "--", "--stage", "prod"], minutes: 25 },
  { name: "faults, short", command: ["npm", "run", "faults", "--", "--short"], minutes: 20 },
  {
    name: "database faults on a real mongod, short",
    command: ["npm", "run", "faults", "--", "--short", "--only", "T17,T18"],
    env: { MONGOD_BINARY: mongod },
    missing: mongodMissing,
    minutes: 15,
  },
  { name: "simulation, short", command: ["npm", "run", "simulate", "--", "--share", "0.05"], minutes: 15 },
  { name: "eval", command: ["npm", "run", "eval"], missing: existsSync(corpora) ? undefined : "no ../shared/corpora" },
];

/** How many lines of a failed lane are printed again. */
const LAST_LINES = 12;

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

const run = ({ name, command, env = {}, vitest = false, missing, minutes = 10 }: Lane): Counts => {
  if (missing !== undefined) {
    console.log(`\n=== ${name}: skipped: ${missing}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  console.log(`\n=== ${name}: ${command.join(" ")}`);
  const report = join(reports, `${name.replaceAll(/\W+/g, "-")}.json`);
  const parts = vitest ? [...command, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`] : command;
  const output = report.replace(".json", ".log");
  const { status, error } = spawnSync("bash", ["-c", 'set -o pipefail; "$@" 2>&1 | tee "$0"', output, ...parts], {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    timeout: minutes * 60_000,
  });
  if (error) console.log(`${name}: ${error.message}`);
  if (status === SKIPPED) return { passed: 0, failed: 0, skipped: 1 };
  const failures = () => readFileSync(output, "utf8").trimEnd().split("\n").slice(-LAST_LINES);
  if (!vitest) return status === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0, failures: failures() };
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, failures: failures() };
  return countsOf(JSON.parse(readFileSync(report, "utf8")) as Report, status === 0);
};

const results = lanes.map((lane) => {
  const began = Date.now();
  const counts = run(lane);
  return { lane: lane.name, ...counts, seconds: Math.round((Date.now() - began) / 1000) };
});
const sum = (key: "passed" | "failed" | "skipped") => results.reduce((total, counts) => total + counts[key], 0);
for (const { lane, failures = [] } of results) for (const failure of failures) console.log(`${lane}: ${failure}`);
console.table(results, ["lane", "passed", "failed", "skipped", "seconds"]);
console.log(`${sum("passed")} passed, ${sum("failed")} failed, ${sum("skipped")} skipped`);
process.exit(sum("failed") === 0 ? 0 : 1);
