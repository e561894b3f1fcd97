import { appendFileSync, readFileSync } from "node:fs";
import { type RunnerTestCase, TestRunner } from "vitest";
import { type Event, kills, type Plan } from "./plan.ts";

/** A test that takes so much longer than without a mutant has failed: so many times as long, and ms more. */
const SLOWER = 4;
const SLOWER_MS = 6_000;
/** A test that takes longer than so many ms waits until the others have killed what they can. */
const SLOW_MS = 800;
/** A loop that never ends is broken off after so many passages of mutated places. */
const PASSAGES = 2_000_000;

const plan = JSON.parse(readFileSync(process.env["MUTATION_PLAN"] ?? "", "utf8")) as Plan;
const wanted = new Set(plan.wanted);

/** The mutant that is on, and the places that were passed since `passed` was emptied. */
let active = plan.always ?? 0;
let left = PASSAGES;
const passed = new Set<number>();

Object.assign(globalThis, {
  mutated: (number: number): boolean => {
    passed.add(number);
    if (active !== 0 && (left -= 1) < 0) throw new Error("a mutant loops for ever");
    return number === active;
  },
});

/** What a repetition of a test is for. */
type Round =
  /** Without any mutant: which does the test pass? */
  | { readonly is: "first" }
  | { readonly is: "mutant"; readonly mutant: number }
  /** Without any mutant again: it was the mutant that failed, not what an earlier one left behind. */
  | { readonly is: "after"; readonly mutant: number };

/** A number of repetitions that vitest compares anew before each: it repeats while more rounds are to be run. */
class Rounds {
  readonly isMore: () => boolean;
  constructor(isMore: () => boolean) {
    this.isMore = isMore;
  }
  valueOf(): number {
    return this.isMore() ? Infinity : -1;
  }
}

/** Repeats each test with each mutant that it passes, hooks included, until every one is killed or has survived all tests. */
export default class MutationRunner extends TestRunner {
  #round: Round | undefined = { is: "first" };
  #waiting: number[] = [];
  #usualMs = 0;
  #began = 0;
  /** Passed while the file was read or in the hooks of a suite: a repeated test cannot show what they do. */
  #outside = new Set<number>();

  #say(event: Event): void {
    appendFileSync(plan.log, `${JSON.stringify({ ...event, worker: process.pid })}\n`);
  }

  #next(): void {
    const mutant = this.#waiting.shift();
    this.#round = mutant === undefined ? undefined : { is: "mutant", mutant };
    active = mutant ?? 0;
    if (mutant === undefined) passed.clear();
    else this.#say({ is: "begun", mutant });
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    for (const mutant of passed) this.#outside.add(mutant);
    passed.clear();
    if (plan.always !== undefined) return;
    this.#round = { is: "first" };
    Object.assign(test, { repeats: new Rounds(() => this.#round !== undefined) });
  }

  override onBeforeTryTask(...given: Parameters<TestRunner["onBeforeTryTask"]>): void {
    super.onBeforeTryTask(...given);
    left = PASSAGES;
    if (this.#round?.is === "first") passed.clear();
    this.#began = performance.now();
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    const tested = Promise.resolve(TestRunner.getTestFn(test)());
    if (this.#round?.is !== "mutant" || plan.always !== undefined) return tested;
    const { promise: late, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error("much slower than without the mutant")), SLOWER * this.#usualMs + SLOWER_MS);
    return Promise.race([tested, late]).finally(() => clearTimeout(timer));
  }

  override async onAfterRetryTask(...given: Parameters<TestRunner["onAfterRetryTask"]>): Promise<void> {
    await super.onAfterRetryTask(...given);
    const [test] = given;
    const result = test.result;
    if (plan.always !== undefined || !this.#round || !result) return;
    const isGood = result.state !== "fail";
    delete result.errors;
    result.attempts = [];
    const round = this.#round;
    const name = `${test.file.name} > ${test.name}`;
    if (round.is === "first") {
      this.#usualMs = performance.now() - this.#began;
      for (const { mutant } of kills(plan.log)) wanted.delete(mutant);
      this.#waiting = isGood ? [...passed].filter((mutant) => wanted.has(mutant)) : [];
      if (!isGood) this.#say({ is: "unfit", test: name });
      if (plan.slow ? !plan.slow.includes(name) : this.#usualMs > SLOW_MS) {
        if (!plan.slow && this.#waiting.length > 0) this.#say({ is: "slow", test: name, file: test.file.name });
        this.#waiting = [];
      }
      for (const mutant of this.#waiting) this.#say({ is: "covered", mutant });
      return this.#next();
    }
    if (round.is === "mutant") {
      if (isGood) return this.#next();
      active = 0;
      this.#round = { is: "after", mutant: round.mutant };
      return;
    }
    if (isGood) {
      wanted.delete(round.mutant);
      this.#say({ is: "killed", mutant: round.mutant, by: test.file.name, test: name });
      return this.#next();
    }
    wanted.delete(round.mutant);
    this.#say({ is: "spoilt", test: name, mutant: round.mutant, file: test.file.name });
    this.#waiting = [];
    this.#next();
  }

  override onAfterRunFiles(...given: Parameters<TestRunner["onAfterRunFiles"]>): void {
    super.onAfterRunFiles(...given);
    const file = given[0]?.[0]?.name ?? "";
    for (const mutant of this.#outside) if (wanted.has(mutant)) this.#say({ is: "outside", mutant, file });
    this.#say({ is: "done", file });
  }
}
