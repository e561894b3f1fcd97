// `npm run mutants [-- --only part-of-a-path:line-or-key,...] [--sample N] [--tests parts-of-paths] [--seed N] [--fresh] [--quick] [--workers N] [--watched N]`: breaks the sources one place at a time and looks whether a test notices (test/README.md).
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { allMutants, testFiles } from "./areas.ts";
import type { Mutant } from "./mutants.ts";
import { killersOf, readResults, type Survivor, writeResults } from "./results.ts";
import { failsFromTheStart, tryMutants } from "./sessions.ts";
import { writeSurvivors } from "./survivors.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    tests: { type: "string", default: "" },
    sample: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    fresh: { type: "boolean", default: false },
    quick: { type: "boolean", default: false },
    workers: { type: "string", default: "1" },
    watched: { type: "string", default: "" },
  },
});

/** Where a fault would lose, double or misjudge mail: `--watched` looks at these. */
const CRITICAL =
  /(?:deliver\/(?:judge-claim|judge-outcome|deliver-claim|deliver-send)|store\/ingest|sending\/(?:deliveries|claim-due|recovery)|store-page\/\w+)\.ts$/;

const results = readResults();
const killers = new Map(Object.values(results).flatMap((known) => [...killersOf(known)]));
const survivors = new Map(Object.values(results).flatMap(({ survived }) => Object.entries(survived)));

const all = allMutants().map((mutant, index) => ({ mutant, number: index + 1 }));
const lot = ({ key }: Mutant) => createHash("sha1").update(`${values.seed} ${key}`).digest("hex");
const drawn = (from: typeof all, count: number) =>
  from
    .map((one) => ({ one, lot: lot(one.mutant) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, count)
    .map(({ one }) => one);
const show = ({ file, line, change }: Mutant) => `${file}:${line} ${change.slice(0, 160)}`;
const inOrder = (tests: Iterable<string>) => {
  const wanted = new Set(tests);
  return testFiles().filter((test) => wanted.has(test));
};

if (values.watched !== "") {
  const watched = drawn(
    all.filter(({ mutant: { file, key } }) => CRITICAL.test(file) && testFiles().includes(killers.get(key) ?? "")),
    Number(values.watched),
  );
  const tests = inOrder(watched.map(({ mutant }) => killers.get(mutant.key) ?? ""));
  const found = await tryMutants(
    watched.map(({ number }) => number),
    tests,
    Number(values.workers),
    false,
  );
  const alive: typeof watched = [];
  for (const one of watched) {
    const isKilled = found.killers.has(one.number) || (await failsFromTheStart(one.number, [killers.get(one.mutant.key) ?? ""]));
    if (!isKilled) alive.push(one);
  }
  for (const { mutant } of alive) console.log(`SURVIVED, ${killers.get(mutant.key)} used to notice: ${show(mutant)}`);
  for (const test of found.unfit) console.log(`fails without a mutant: ${test}`);
  console.log(`${watched.length - alive.length} of ${watched.length} mutants of the most critical files were killed`);
  process.exit(alive.length === 0 && watched.length > 0 ? 0 : 1);
}

const isNamed = ({ file, line, key }: Mutant) => values.only.split(",").some((name) => `${file}:${line}:`.includes(name) || key === name);
const scope = all.filter(({ mutant }) => isNamed(mutant));
const drawnOf = values.sample === "" ? scope : drawn(scope, Number(values.sample));
const tried = drawnOf.filter(({ mutant: { key } }) => values.fresh || (!killers.has(key) && !survivors.has(key)));
console.log(`${all.length} mutants, ${drawnOf.length} looked at, ${tried.length} to try`);

const tests = testFiles().filter((test) => values.tests.split(",").some((part) => test.includes(part)));
const found = await tryMutants(
  tried.map(({ number }) => number),
  tests,
  Number(values.workers),
  values.quick,
);
/** A process of its own costs much: it runs the tests that killed others of the same source, or all where none did. */
const tellingOf = (file: string, passing: readonly string[]) => {
  const telling = passing.filter((test) => results[file]?.killed[test] !== undefined);
  return inOrder(telling.length > 0 ? telling : passing);
};
for (const test of found.unfit) console.log(`not used, for it fails without a mutant: ${test}`);
for (const { mutant, number } of tried) {
  const passing = values.quick ? undefined : found.outside.get(number);
  const outside = passing && tellingOf(mutant.file, passing);
  const killer = found.killers.get(number) ?? (outside && (await failsFromTheStart(number, outside)) ? outside[0] : undefined);
  if (killer !== undefined) killers.set(mutant.key, killer);
  else {
    killers.delete(mutant.key);
    const known: Survivor | undefined = survivors.get(mutant.key);
    survivors.set(mutant.key, { at: "", change: "", ...known });
    console.log(`${found.covered.has(number) || outside ? "SURVIVED" : "NOT RUN "} ${show(mutant)}`);
  }
}
const kept = all.map(({ mutant }) => mutant);
writeResults(kept, killers, survivors);
writeSurvivors(readResults());
const dead = drawnOf.filter(({ mutant: { key } }) => killers.has(key)).length;
const alive = drawnOf.filter(({ mutant: { key } }) => !killers.has(key) && survivors.has(key)).length;
console.log(`score ${((100 * dead) / Math.max(1, dead + alive)).toFixed(1)} %: ${dead} of ${dead + alive} mutants killed`);
