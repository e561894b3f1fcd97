// What .ci/run runs: each lane is a command, what it needs, and how much of the machine it takes.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

/** GitHub runs one job for each of these; `.ci/run` runs all of them. */
export type Job = "rules" | "pages" | "stacks" | "system" | "faults";

/** One command of the continuous integration. */
export interface Lane {
  readonly name: string;
  readonly job: Job;
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** vitest writes its counts to a file; any other command counts as one. */
  readonly vitest?: boolean;
  /** vitest's workers beside other lanes; 1 when absent. */
  readonly workers?: number;
  /** How many of the machine's two cores it keeps busy: its seconds of a core by its seconds, both printed at the end of a run. */
  readonly cores: number;
  /** Lanes that write the same folder run one after the other, in this table's order. */
  readonly folder?: string;
  /** Runs only when one of these paths differs from the commit in CI_BASE, or where CI_BASE is not set, or with `--all`. */
  readonly inputs?: readonly string[];
  /** Runs with `--all` alone, as every night. */
  readonly nightly?: boolean;
  /** Why the lane cannot run here; undefined when it can. */
  readonly missing?: () => string | undefined;
  /** It is stopped and has failed after this time. */
  readonly minutes: number;
}

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

const peers = () => install(["dovecot-imapd", "dovecot-lmtpd", "dovecot-submissiond", "dovecot-sieve", "postfix", "knot"]);
const chromium = () => (existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium") ? undefined : install(["chromium"]));
const needsMongod = () => (existsSync(mongod) ? undefined : "no mongod at ../shared/mongodb/mongod");
const needsCorpora = () => (existsSync(corpora) ? undefined : "no ../shared/corpora");

/** The guide's example in Python is skipped, and says so, where pytest cannot be installed; the lane runs all the same. */
const pytest = () => {
  const has = ["python3", "/usr/bin/python3"].some((program) => spawnSync(program, ["-m", "pytest", "--version"]).status === 0);
  const why = has ? undefined : install(["python3-pytest"]);
  if (why !== undefined) console.log(`processes: the guide's example in Python will be skipped: ${why}`);
  return undefined;
};

const npm = (...args: string[]) => ["npm", "run", ...args];
const onMongod = { env: { MONGOD_BINARY: mongod }, missing: needsMongod };
const inChromium = { job: "pages", cores: 0.4, missing: chromium, minutes: 15 } as const;
const readers = ["shared/mail", "shared/api/http", "shared/client", "test/linear", "package-lock.json"];

/** Suites in test/ports of what a server decides: every change runs them on a real mongod, and all suites on the embedded database. */
const ofServers = [
  // transactions
  "accepted-sends account-writes conversation-writes embedded-mongo-transactions inbox-page mailbox-writes",
  "send-writes taken-over-keys write-together",
  // plans
  "account-finds embedded-mongo-plans indexes inbox-lists list-budgets page-budgets search send-lists",
  // races
  "connect-links connections hourly-limit inbox-leases sending-leases shares webhook-races",
  // what expires
  "after-restore purges retention",
  // the comparison with the embedded database, and the driver
  "database embedded-mongo maintenance migration migrations mongo-compare",
].flatMap((names) => names.split(" ").map((name) => `test/ports/${name}.test.ts`));
const missing = ofServers.filter((path) => !existsSync(path));
if (missing.length > 0) throw new Error(`.ci/lanes.ts names suites that do not exist: ${missing.join(", ")}`);

/** The parts of the console's lane in two halves that take equally long. */
const SCREENS = "first-view,screens,scrolling,living,sequences,sends";
const INBOX = "answering,people,settings,mailboxes,approvals,agent,drafts,teamwork,authorize,inbox";

/** All lanes, the long ones first, so that the last one to end does not end alone; those that mostly wait go beside those that do not. */
export const LANES: readonly Lane[] = [
  {
    name: "ports on a real mongod, all",
    job: "faults",
    command: ["npm", "test", "--", "test/ports"],
    nightly: true,
    vitest: true,
    cores: 0.7,
    minutes: 40,
    ...onMongod,
  },
  {
    name: "a million rows migrated",
    job: "faults",
    command: ["npm", "test", "--", "test/ports/migrations.test.ts"],
    nightly: true,
    vitest: true,
    cores: 1,
    minutes: 20,
    missing: needsMongod,
    env: { MONGOD_BINARY: mongod, MIGRATED_ROWS: "1000000" },
  },
  { name: "a region's move rehearsed", job: "stacks", command: npm("rehearse"), nightly: true, cores: 1, folder: "cdk.out", minutes: 20 },
  { name: "linear, more of it", job: "rules", command: npm("linear", "--", "--every", "5"), nightly: true, cores: 0.9, minutes: 45 },
  { name: "rules", job: "rules", command: npm("rules", "--"), vitest: true, workers: 2, cores: 1.2, minutes: 50 },
  // Each half has a system and a browser of its own.
  { name: "console: screens, living, sends", command: npm("console", "--", "--only", SCREENS), ...inChromium, minutes: 30 },
  { name: "console: inbox, mailboxes", command: npm("console", "--", "--only", INBOX), ...inChromium, minutes: 30 },
  { name: "synth", job: "stacks", command: npm("synth:every"), cores: 1, folder: "cdk.out", minutes: 15 },
  { name: "processes", job: "system", command: npm("processes", "--"), vitest: true, workers: 2, cores: 0.8, missing: pytest, minutes: 20 },
  {
    name: "bundles behind a Lambda runtime",
    job: "stacks",
    command: npm("lambda", "--", "--stage", "prod"),
    cores: 0.8,
    folder: "cdk.out",
    minutes: 25,
  },
  {
    name: "linear",
    job: "rules",
    command: npm("linear", "--", "--every", "15", "--grown", "5"),
    cores: 0.9,
    inputs: readers,
    minutes: 25,
  },
  { name: "faults, short", job: "faults", command: npm("faults", "--", "--short"), cores: 0.9, minutes: 25 },
  { name: "interop", job: "system", command: npm("interop", "--"), vitest: true, cores: 0.5, missing: peers, minutes: 25 },
  {
    name: "ports on a real mongod",
    job: "faults",
    command: ["npm", "test", "--", ...ofServers],
    vitest: true,
    cores: 0.7,
    minutes: 25,
    ...onMongod,
  },
  { name: "mutants", job: "rules", command: npm("mutants", "--", "--watched", "40"), cores: 0.9, minutes: 20 },
  { name: "connect", command: npm("connect"), ...inChromium },
  {
    name: "database faults on a real mongod, short",
    job: "faults",
    command: npm("faults", "--", "--short", "--only", "T17,T18"),
    cores: 0.9,
    minutes: 20,
    ...onMongod,
  },
  {
    name: "bundles",
    job: "stacks",
    command: npm("bundles", "--"),
    // Those of the lane "synth", which comes first in this folder.
    env: { BUNDLES: "cdk.out/bundles" },
    vitest: true,
    cores: 0.9,
    folder: "cdk.out",
    minutes: 15,
  },
  { name: "stacks", job: "stacks", command: npm("stacks", "--"), vitest: true, cores: 0.9, folder: "cdk.out", minutes: 20 },
  { name: "simulation, short", job: "faults", command: npm("simulate", "--", "--share", "0.05"), cores: 1.1, minutes: 15 },
  {
    name: "generated clients",
    job: "system",
    command: npm("clients"),
    cores: 0.9,
    inputs: ["shared/api", "shared/service", "shared/client", "test/clients", "package-lock.json"],
    minutes: 15,
  },
  { name: "MCP conformance", job: "system", command: npm("conformance"), cores: 0.6, minutes: 10 },
  { name: "laptop", job: "system", command: npm("laptop", "--"), vitest: true, cores: 0.4, minutes: 15 },
  { name: "documentation page", command: npm("page"), ...inChromium },
  { name: "demo on a real mongod", job: "system", command: npm("demo"), cores: 0.5, minutes: 10, ...onMongod },
  { name: "demo", job: "system", command: npm("demo"), cores: 0.4, minutes: 10 },
  { name: "render", command: npm("render"), ...inChromium, cores: 0.7 },
  {
    name: "eval",
    job: "rules",
    command: npm("eval"),
    cores: 1,
    inputs: ["shared/mail", "shared/inbox", "test/eval"],
    missing: needsCorpora,
    minutes: 10,
  },
  { name: "rooms counted", job: "rules", command: ["node", ".ci/count-rooms.ts"], cores: 1, minutes: 5 },
  { name: "walk counted", job: "system", command: ["node", ".ci/count-walk.ts"], cores: 1, minutes: 5 },
  { name: "lock file", job: "stacks", command: ["node", ".ci/check-lock.ts"], cores: 1, minutes: 5 },
  { name: "bill of materials", job: "stacks", command: npm("sbom"), cores: 1, folder: "cdk.out", minutes: 5 },
  { name: "audit", job: "stacks", command: ["node", ".ci/audit.ts"], cores: 1, minutes: 5 },
];

/** Run before the others, alone: the README's test command, and what a reviewer would ask for first. */
export const FIRST_LANES: readonly Lane[] = [
  { name: "test", job: "rules", command: ["npm", "test", "--"], vitest: true, cores: 2, minutes: 10 },
  { name: "check", job: "rules", command: npm("check"), cores: 2, minutes: 10 },
];
