import { expect, it } from "vitest";
import { summaryOf } from "#infra/rehearse.ts";

const minutes = (count: number) => [{ step: "the copy is restored", ms: count * 60_000 }];

it.each([
  [5, "measured (mongod): 5.0 min", "the objective is 240 min: met", true],
  [200, "measured (mongod): 200.0 min", "the objective is 240 min: NOT met", false],
])("tells measured from estimated times, and whether %s minutes meet the objective", (measured, first, last, isMet) => {
  const summary = summaryOf(minutes(measured), "mongod");

  const lines = summary.text.split("\n");
  expect(lines[0]).toBe(first);
  expect(lines.slice(1, -1).every((line) => line.startsWith("estimated, at most: "))).toBe(true);
  expect(lines.at(-1)).toContain(last);
  expect(summary.isMet).toBe(isMet);
});
