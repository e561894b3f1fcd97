import { existsSync, readFileSync } from "node:fs";

/** The exit code of a session in which a test failed; every other one than 0 says that the session itself did. */
export const TESTS_FAILED = 3;

/** What a session of vitest is to try (runner.ts reads it). */
export interface Plan {
  /** The numbers of the mutants that are looked for. */
  readonly wanted: readonly number[];
  /** One mutant that is on from the first line of the sources; then nothing is repeated. */
  readonly always?: number;
  readonly tests: readonly string[];
  readonly workers: number;
  /** The tests that an earlier session left for later: this one takes no others. */
  readonly slow?: readonly string[];
  /** File of events, one a line. */
  readonly log: string;
}

/** What a session found. */
export type Event = { readonly worker?: number } & (
  | { readonly is: "begun" | "covered"; readonly mutant: number }
  | { readonly is: "killed"; readonly mutant: number; readonly by: string; readonly test?: string }
  /** Passed where no test can repeat it: while the test file was read, or in its suites' hooks. */
  | { readonly is: "outside"; readonly mutant: number; readonly file: string }
  /** A test that fails without a mutant. */
  | { readonly is: "unfit"; readonly test: string }
  /** A test that failed with a mutant, and without it after that: the mutant left something behind, or the test cannot be repeated. */
  | { readonly is: "spoilt"; readonly test: string; readonly mutant: number; readonly file: string }
  /** A test that waits until the quicker ones are through. */
  | { readonly is: "slow"; readonly test: string; readonly file: string }
  /** A test file has been gone through. */
  | { readonly is: "done"; readonly file: string }
);

/** The events of a log. */
export const events = (log: string): readonly Event[] =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as Event)
    : [];

/** The kills of a log. */
export const kills = (log: string) => events(log).filter((event) => event.is === "killed");
