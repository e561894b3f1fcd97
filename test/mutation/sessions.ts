import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, statSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Event, events, type Plan, TESTS_FAILED } from "./plan.ts";

/** A session that says nothing for so long hangs in a mutant, ms. */
const HANGS_MS = 180_000;

const sizeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** Runs one session to its end, or until it hangs: then it is stopped. */
const run = async (plan: Plan): Promise<number | null> => {
  const planFile = `${plan.log}.plan`;
  writeFileSync(planFile, JSON.stringify(plan));
  const child = spawn(process.execPath, [join(import.meta.dirname, "session.ts")], {
    detached: true,
    stdio: ["ignore", process.env["MUTATION_SHOW"] ? "inherit" : "ignore", "inherit"],
    env: { ...process.env, MUTATION_PLAN: planFile },
  });
  const over = new AbortController();
  const ended = once(child, "close").then(([code]) => code as number | null);
  void ended.finally(() => over.abort());
  let heard = { size: sizeOf(plan.log), at: Date.now() };
  let hung = false;
  while (!over.signal.aborted && !hung) {
    await sleep(2_000, undefined, { signal: over.signal }).catch(() => undefined);
    const size = sizeOf(plan.log);
    if (size !== heard.size) heard = { size, at: Date.now() };
    hung = !over.signal.aborted && Date.now() - heard.at > HANGS_MS;
  }
  if (hung && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  return ended;
};

/** The mutants that the workers of the last session were at when it was stopped. */
const atWork = (log: readonly Event[]): readonly number[] => {
  const at = new Map<number, number>();
  for (const event of log) {
    if (event.worker === undefined) continue;
    if (event.is === "begun") at.set(event.worker, event.mutant);
    if (event.is === "done") at.delete(event.worker);
  }
  return [...at.values()];
};

/** What the tests found: which test killed each mutant, which were passed, and which only where no test can be repeated. */
export interface Found {
  readonly killers: ReadonlyMap<number, string>;
  readonly covered: ReadonlySet<number>;
  /** The test files that passed a mutant outside their tests, or that it spoilt. */
  readonly outside: ReadonlyMap<number, readonly string[]>;
  /** Tests that fail without a mutant. */
  readonly unfit: ReadonlySet<string>;
}

const spoiltIn = (log: readonly Event[]) => log.filter((event) => event.is === "spoilt");

/** Runs sessions over the test files until all are done; a mutant at which a session hung or broke is killed by that. */
const runToTheEnd = async (plan: Plan): Promise<void> => {
  for (let left = plan.tests; left.length > 0;) {
    const from = events(plan.log).length;
    const spoilers = new Set(spoiltIn(events(plan.log)).map(({ mutant }) => mutant));
    await run({ ...plan, tests: left, wanted: plan.wanted.filter((mutant) => !spoilers.has(mutant)) });
    const done = new Set(
      events(plan.log)
        .slice(from)
        .flatMap((event) => (event.is === "done" ? [event.file] : [])),
    );
    left = left.filter((test) => !done.has(test));
    const stuck = atWork(events(plan.log).slice(from));
    if (left.length > 0 && stuck.length === 0) throw new Error(`these test files do not run to their end: ${left.join(", ")}`);
    // A file that a mutant spoilt is gone through again without that mutant, which gets a process of its own later.
    left = [...left, ...new Set(spoiltIn(events(plan.log).slice(from)).map(({ file }) => file))];
    for (const mutant of stuck) appendFileSync(plan.log, `${JSON.stringify({ is: "killed", mutant, by: "the clock" })}\n`);
  }
};

/** Tries mutants with every test that passes them, the slow tests last. */
export const tryMutants = async (wanted: readonly number[], tests: readonly string[], workers: number): Promise<Found> => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const log = process.env["MUTATION_LOG"] ?? join(folder, "log");
  try {
    await runToTheEnd({ wanted, tests, log, workers });
    const slow = events(log).filter((event) => event.is === "slow");
    const files = new Set(slow.map(({ file }) => file));
    await runToTheEnd({ wanted, tests: tests.filter((test) => files.has(test)), log, workers, slow: slow.map(({ test }) => test) });
    return foundIn(events(log));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

const foundIn = (log: readonly Event[]): Found => {
  const killers = new Map<number, string>();
  const covered = new Set<number>();
  const outside = new Map<number, readonly string[]>();
  const unfit = new Set<string>();
  for (const event of log) {
    if (event.is === "killed") killers.set(event.mutant, event.by);
    if (event.is === "covered") covered.add(event.mutant);
    if (event.is === "outside" || event.is === "spoilt") outside.set(event.mutant, [...(outside.get(event.mutant) ?? []), event.file]);
    if (event.is === "unfit") unfit.add(event.test);
  }
  return { killers, covered, outside, unfit };
};

/** Whether a mutant that is on from the first line of the sources lets a test file fail. */
export const failsFromTheStart = async (mutant: number, tests: readonly string[]): Promise<boolean> => {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  try {
    const code = await run({ wanted: [], always: mutant, tests, log: join(folder, "log"), workers: 1 });
    if (code !== 0 && code !== TESTS_FAILED && code !== null) throw new Error(`the session ended with ${code}`);
    return code !== 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};
