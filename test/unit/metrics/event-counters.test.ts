import { expect, it } from "vitest";
import { EVENTS, eventTypes } from "#shared/events/event.ts";
import { counters, times } from "#shared/metrics/counts.ts";

it("the table of events names real records and counters, and every counter but acceptances and refused contacts", () => {
  const counted = new Set(eventTypes.flatMap((type): readonly string[] => EVENTS[type].counts));
  expect([...counted].toSorted()).toEqual(
    [...counters, ...times].filter((name) => name !== "accepted" && name !== "preventedContacted").toSorted(),
  );
  for (const type of eventTypes) expect(type.startsWith(`${EVENTS[type].record}.`)).toBe(true);
});
