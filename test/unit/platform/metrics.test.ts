// A metric counts lines by their event, so an event that no code logs would leave its alarm silent for ever.
import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { alarms } from "#infra/functions.ts";
import { FAILURES, logMetrics } from "#shared/platform/log.ts";

const sources = globSync("{functions,shared}/**/*.ts").map((file) => readFileSync(file, "utf8"));

/** The text of each call of `log` with this event and what follows it, up to the end of the call's statement. */
const callsOf = (event: string): readonly string[] =>
  sources.flatMap((text) =>
    text
      .split(/\blog\.(?:info|warn|error)\(\s*/)
      .slice(1)
      .filter((call) => call.startsWith(JSON.stringify(event))),
  );

it.each([...new Set(logMetrics.map(({ event }) => event)), ...FAILURES])("some code logs what is counted: %s", (event) => {
  expect(callsOf(event)).not.toEqual([]);
});

it("every metric in the table is watched by an alarm, and no alarm watches another one", () => {
  const watched = alarms.flatMap(({ alarm: { watches } }) => (watches.of === "metric" ? [watches.name] : []));
  const ofErrorsAndFailures = ["SecretsUnopened", "MessagesFailed"];

  expect(new Set([...watched, ...ofErrorsAndFailures])).toEqual(
    new Set([...logMetrics.map(({ metric }) => metric), ...ofErrorsAndFailures]),
  );
});
