import { expect, it } from "vitest";
import { readMeasured } from "#infra/cost/prices.ts";
import { sizeOf } from "#infra/functions.ts";

/** What AWS's runtime and a bad moment may take beyond what was measured. */
const MARGIN = 1.25;

it("every function whose memory was measured has a quarter more than its largest load took", () => {
  const short = readMeasured().memory.filter(({ id, peakMb }) => sizeOf(id).memoryMb < MARGIN * peakMb);

  expect(short).toEqual([]);
});
