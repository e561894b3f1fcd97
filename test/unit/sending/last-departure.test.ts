import { describe, expect, it } from "vitest";
import { lastDeparture } from "#shared/domain/sending/accept/last-departure.ts";

const MINUTE_S = 60;
const DAY_S = 86_400;
/** So many seconds after the beginning. */
const at = (seconds: number) => new Date(seconds * 1000);
const times = (count: number, seconds = 0) => Array.from({ length: count }, () => at(seconds));
const empty = { counted: [], waiting: [] };
const last = (
  limits: Parameters<typeof lastDeparture>[0],
  load: Partial<typeof empty & { counted: Date[]; waiting: Date[] }>,
  due: Date[],
  from = at(0),
) => {
  const leaves = lastDeparture(limits, { ...empty, ...load }, { due, from });
  return leaves && leaves.getTime() / 1000;
};

describe("the last of what joins leaves", () => {
  it.each([
    ["never, where nothing joins", {}, {}, [], undefined],
    ["never under a cap of 0", { maxDaily: 0 }, {}, times(1), undefined],
    ["at once without limits", {}, {}, times(5), 0],
    ["at its own time", {}, {}, [at(90), at(30)], 90],
    ["at once with room for it", { maxDaily: 5, perMinute: 5 }, {}, times(5), 0],
    ["a minute later behind a full minute", { perMinute: 2 }, {}, times(3), MINUTE_S],
    ["two minutes later behind two full minutes", { perMinute: 2 }, {}, times(5), 2 * MINUTE_S],
    ["a day later behind a full day", { maxDaily: 2 }, {}, times(3), DAY_S],
    ["under a cap of 1", { maxDaily: 1 }, {}, times(2), DAY_S],
    ["a day after what left before", { maxDaily: 2 }, { counted: [at(-600), at(-60)] }, times(1), DAY_S - 600],
    ["a day after the second that left before", { maxDaily: 2 }, { counted: [at(-600), at(-60)] }, times(2), DAY_S - 60],
    ["behind what was due before it", { perMinute: 1 }, { waiting: times(2, -5) }, times(1), 2 * MINUTE_S],
    ["before what is due after it", { perMinute: 1 }, { waiting: times(2, 5) }, times(1), 0],
    ["behind what was due with it", { perMinute: 1 }, { waiting: times(1) }, times(1), MINUTE_S],
    ["when the later of two limits lets it", { perMinute: 1, maxDaily: 2 }, {}, times(3), DAY_S],
  ] as const)("%s", (_, limits, load, due, seconds) => {
    expect(last(limits, load as never, [...due])).toBe(seconds);
  });

  it("not before the mailbox may send again", () => {
    expect(last({ perMinute: 1 }, {}, times(2), at(300))).toBe(300 + MINUTE_S);
  });
});
