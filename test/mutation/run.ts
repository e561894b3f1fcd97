// `npm run mutants [-- --only part-of-a-path:line,...] [--sample N] [--seed N] [--tests parts-of-paths] [--workers N] [--watched N]`: breaks the sources one place at a time and looks whether a test notices (test/README.md).
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { allMutants, testFiles } from "./areas.ts";
import type { Mutant } from "./mutants.ts";
import { failsFromTheStart, tryMutants } from "./sessions.ts";
import { isWatched, WATCHED_KILLED, watchedTests } from "./watched.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    tests: { type: "string", default: "" },
    sample: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    workers: { type: "string", default: "1" },
    watched: { type: "string", default: "" },
  },
});
const watches = values.watched !== "";

interface Numbered {
  readonly mutant: Mutant;
  readonly number: number;
}

const isNamed = ({ file, line }: Mutant) => values.only.split(",").some((name) => `${file}:${line}:`.includes(name));
const isWanted = (mutant: Mutant) => isNamed(mutant) && (!watches || isWatched(mutant.file));
const lot = ({ key }: Mutant) => createHash("sha1").update(`${values.seed} ${key}`).digest("hex");
const drawn = (from: readonly Numbered[], count: string): readonly Numbered[] =>
  count === "" ? from : from.toSorted((one, other) => (lot(one.mutant) < lot(other.mutant) ? -1 : 1)).slice(0, Number(count));

const all = allMutants().map((mutant, index): Numbered => ({ mutant, number: index + 1 }));
const tried = drawn(
  all.filter(({ mutant }) => isWanted(mutant)),
  watches ? values.watched : values.sample,
);
const tests = watches ? watchedTests() : testFiles().filter((test) => values.tests.split(",").some((part) => test.includes(part)));
console.log(`${all.length} mutants, ${tried.length} to try, ${tests.length} test files`);

const found = await tryMutants(
  tried.map(({ number }) => number),
  tests,
  Number(values.workers),
);
for (const test of found.unfit) console.log(`not used, for it fails without a mutant: ${test}`);

/** Whether a test notices; what is passed only outside the tests gets a process of its own. */
const isKilled = async (number: number): Promise<boolean> => {
  if (found.killers.has(number)) return true;
  const outside = new Set(found.outside.get(number));
  return (
    outside.size > 0 &&
    failsFromTheStart(
      number,
      tests.filter((test) => outside.has(test)),
    )
  );
};
let killed = 0;
for (const { mutant, number } of tried) {
  if (await isKilled(number)) killed += 1;
  else {
    const isPassed = found.covered.has(number) || found.outside.has(number);
    console.log(`${isPassed ? "SURVIVED" : "NOT RUN "} ${mutant.file}:${mutant.line} ${mutant.change.slice(0, 160)}`);
  }
}
console.log(`score ${((100 * killed) / Math.max(1, tried.length)).toFixed(1)} %: ${killed} of ${tried.length} mutants killed`);
if (watches) process.exit(killed >= WATCHED_KILLED * tried.length && killed > 0 ? 0 : 1);
