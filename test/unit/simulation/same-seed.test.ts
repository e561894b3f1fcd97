import { expect, it } from "vitest";
import { pollScenarios } from "../../simulation/polls.ts";
import { sendScenarios } from "../../simulation/scenarios.ts";

/** Small enough for a test. */
const SHARE = 0.0005;
const scenarioOf = (name: string) => [...sendScenarios, ...pollScenarios].find((scenario) => scenario.name === name)!;

it.each(["day", "polls-outage"])("the same seed gives the same figures: %s", async (name) => {
  const { run } = scenarioOf(name);

  expect(await run(1, SHARE)).toEqual(await run(1, SHARE));
});

it("another seed gives others", async () => {
  const { run } = scenarioOf("day");

  expect(await run(2, SHARE)).not.toEqual(await run(1, SHARE));
});
