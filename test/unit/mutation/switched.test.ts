import { stripTypeScriptTypes } from "node:module";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { mutantsOf } from "#test/mutation/mutants.ts";
import { switched } from "#test/mutation/switched.ts";

/** What a source's `answer(input)` gives with one of its mutants on, 0 for none. */
const answerOf = (source: string, input: unknown, on = 0): unknown => {
  const numbered = mutantsOf("shared/sending/store/any.ts", source).map((mutant, index) => ({ mutant, number: index + 1 }));
  const script = `${stripTypeScriptTypes(switched(source, numbered))}; answer(input)`;
  return runInNewContext(script, { input, mutated: (number: number) => number === on });
};

const shownOf = (source: string) => mutantsOf("shared/sending/store/any.ts", source).map(({ change }) => change);

describe("a source with its mutants in it", () => {
  const branches = `
    const answer = (input: readonly number[]) => {
      const found: number[] = [];
      for (const one of input) {
        if (one > 3 && one < 9) found.push(one);
        else found.push(-one);
      }
      return { ...{ kept: true }, found, count: found.length };
    };`;

  it("does the same as without while none is on", () => {
    expect(answerOf(branches, [3, 4, 8, 9])).toEqual({ kept: true, found: [-3, 4, 8, -9], count: 4 });
  });

  it.each([
    ["one > 3 && one < 9 → !(one > 3 && one < 9)", { kept: true, found: [3, -4, -8, 9], count: 4 }],
    ["one > 3 && one < 9 (&& → ||)", { kept: true, found: [3, 4, 8, 9], count: 4 }],
    ["one > 3 (> → >=)", { kept: true, found: [3, 4, 8, -9], count: 4 }],
    ["9 → 10", { kept: true, found: [-3, 4, 8, 9], count: 4 }],
    ["found.push(one); removed", { kept: true, found: [-3, -9], count: 2 }],
    ["found.push(-one); removed", { kept: true, found: [4, 8], count: 2 }],
    ["found removed", { kept: true, count: 4 }],
    ["{ kept: true } → {}", { found: [-3, 4, 8, -9], count: 4 }],
    ["true → false", { kept: false, found: [-3, 4, 8, -9], count: 4 }],
  ])("does otherwise with %s on", (change, answer) => {
    const on = shownOf(branches).indexOf(change) + 1;

    expect(on).toBeGreaterThan(0);
    expect(answerOf(branches, [3, 4, 8, 9], on)).toEqual(answer);
  });

  it("names a mutant the same while its line stays as it is", () => {
    const keys = (source: string) => mutantsOf("shared/sending/store/any.ts", source).map(({ key }) => key);

    expect(keys(`// a line more\n${branches}`)).toEqual(keys(branches));
    expect(new Set(keys(branches)).size).toBe(keys(branches).length);
  });
});
