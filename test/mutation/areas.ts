import { globSync, readFileSync } from "node:fs";
import { type Mutant, mutantsOf } from "./mutants.ts";

const sources = [
  "shared/{sending,inbox}/**/*.ts",
  "shared/*/store/**/*.ts",
  "shared/*/store.ts",
  "shared/platform/mongo/**/*.ts",
  "shared/transports/**/*.ts",
  // The doors: what strangers, owners of links and foreign servers reach.
  "shared/{connect,webhooks,sandbox,suppressions}/**/*.ts",
  "shared/api/http/*.ts",
  "shared/accounts/{auth,oauth}/**/*.ts",
  "shared/mailboxes/{connection,discovery,oauth}/**/*.ts",
  "shared/platform/{dns,egress}/**/*.ts",
  "shared/platform/fair-shares.ts",
];

/** Tests of rules need milliseconds and come first, then the tables of what each write changes; the suites on both stores follow. Those of the embedded database itself test none of the sources. */
const tests = [
  "test/unit/{sending,inbox,mailboxes,threads,webhooks,suppressions,accounts,api/http,platform,connect,transports,sandbox}/**/*.test.ts",
  "test/ports/*-writes.test.ts",
  "test/ports/*-finds.test.ts",
  "test/ports/{sending,accepted-sends,deliver,inbox}*.test.ts",
  "test/ports/*.test.ts",
];
/** It passes nearly everything and kills little. */
const LAST = "test/unit/inbox/bounce-evidence.test.ts";
const ownOfTheDatabase = /(?:embedded-mongo|mongo-compare|connections)/;

/** Types, schemas, wiring and tables of indexes do nothing that a test could notice. */
const idle = /(?:^|\/)(?:ports|indexes|wire)\.ts$|\/(?:contract|wiring|ports)\//;

/** The files that are mutated. */
const sourceFiles = (): readonly string[] =>
  [...new Set(sources.flatMap((pattern) => globSync(pattern)))].filter((file) => !idle.test(file)).toSorted();

/** The test files that run over them, most telling first. */
export const testFiles = (): readonly string[] => {
  const found = tests.flatMap((pattern) => globSync(pattern).toSorted()).filter((file) => file !== LAST && !ownOfTheDatabase.test(file));
  return [...new Set([...found, LAST])];
};

/** Every mutant of the sources; its number is its place here plus one. */
export const allMutants = (): readonly Mutant[] => sourceFiles().flatMap((file) => mutantsOf(file, readFileSync(file, "utf8")));
