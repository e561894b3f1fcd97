// `npm run mutants [-- --sample N] [--seed N] [--only part-of-a-path] [--least percent]`: changes the sources one at a time and looks whether a test notices (test/README.md).
import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { sourceFiles, testsFor } from "./areas.ts";
import { applied, type Mutant, mutantsOf } from "./mutants.ts";

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
    least: { type: "string", default: "0" },
    to: { type: "string", default: "" },
  },
});

/** A mutant that loops for ever is killed by the clock, ms a test file. */
const FILE_MAX_MS = 150_000;

/** Mulberry32: the same sample for the same seed. */
const chance = (seed: number) => {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const all = sourceFiles()
  .filter((file) => file.includes(values.only))
  .flatMap((file) => mutantsOf(file));
const random = chance(Number(values.seed));
const sample = all
  .map((mutant) => ({ mutant, place: random() }))
  .toSorted((one, other) => one.place - other.place)
  .slice(0, Number(values.sample))
  .map(({ mutant }) => mutant);

/** The sources are changed in a copy of the tree: whoever works in this one sees nothing of it. */
const copy = mkdtempSync(join(tmpdir(), "mutants-"));
for (const name of ["functions", "infra", "shared", "test", "package.json", "tsconfig.json", "vitest.config.ts"]) {
  cpSync(name, join(copy, name), { recursive: true });
}
symlinkSync(resolve("node_modules"), join(copy, "node_modules"));

/** Whether a test file passes on the copy as it is. */
const passes = async (test: string): Promise<boolean> => {
  const run = spawn(resolve("node_modules/.bin/vitest"), ["run", "--bail=1", "--maxWorkers=1", test], {
    cwd: copy,
    detached: true,
    stdio: "ignore",
  });
  const ended = once(run, "close").then(([code]) => code === 0);
  const timer = setTimeout(() => process.kill(-(run.pid ?? 0), "SIGKILL"), FILE_MAX_MS);
  return ended.finally(() => clearTimeout(timer));
};

/** Test files that fail without any mutant. */
const excluded = new Set<string>();
/** Test files that have killed most, first; of equals the quickest. */
const kills = new Map<string, number>();
const tookMs = new Map<string, number>();
const inOrder = (tests: readonly string[]): readonly string[] =>
  tests.toSorted((one, other) => (kills.get(other) ?? 0) - (kills.get(one) ?? 0) || (tookMs.get(one) ?? 0) - (tookMs.get(other) ?? 0));

/** The first test file that fails on a mutant, "" when none does. */
const killerOf = async (mutant: Mutant): Promise<string> => {
  const file = join(copy, mutant.file);
  writeFileSync(file, applied(mutant));
  try {
    for (const test of inOrder(testsFor(mutant.file).filter((one) => !excluded.has(one)))) {
      if (await passes(test)) continue;
      kills.set(test, (kills.get(test) ?? 0) + 1);
      return test;
    }
    return "";
  } finally {
    cpSync(mutant.file, file);
  }
};

const noted = (text: string) => {
  console.log(text);
  if (values.to !== "") appendFileSync(values.to, `${text}\n`);
};

console.log(`${sample.length} of ${all.length} mutants, seed ${values.seed}`);
const tests = [...new Set(sample.flatMap(({ file }) => testsFor(file)))];
for (const test of tests) {
  const began = Date.now();
  if (!(await passes(test))) excluded.add(test);
  tookMs.set(test, Date.now() - began);
}
for (const test of excluded) noted(`left out, for it fails without any mutant: ${test}`);

const survivors: Mutant[] = [];
for (const mutant of sample) {
  const killer = await killerOf(mutant);
  if (killer === "") survivors.push(mutant);
  noted(
    `${killer === "" ? "SURVIVED" : "killed  "} ${mutant.file}:${mutant.line} ${mutant.change.slice(0, 160)} ${killer && `(${killer})`}`,
  );
}
rmSync(copy, { recursive: true, force: true });
const score = Math.round((100 * (sample.length - survivors.length)) / Math.max(1, sample.length));
noted(`score ${score} %: ${sample.length - survivors.length} of ${sample.length} mutants killed`);
process.exit(score >= Number(values.least) && excluded.size === 0 ? 0 : 1);
