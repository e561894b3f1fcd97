import { expect, it } from "vitest";
import { added, type Counts, oneOf, percentile } from "#shared/metrics/counts.ts";
import { randomBy } from "#test/support/random.ts";

const histogramOf = (times: readonly number[]) =>
  times.reduce<Counts>((sum, seconds) => added(sum, { timeToSend: oneOf(seconds) }), {}).timeToSend ?? {};

it("gives percentiles within 5 % of the exact ones, also of added histograms", () => {
  const random = randomBy(7);
  // From 0.1 s to 10 days.
  const times = Array.from({ length: 999 }, () => 0.1 * 8_640_000 ** random());
  const exact = times.toSorted((a, b) => a - b);

  for (const share of [0.01, 0.5, 0.95, 1]) {
    const wanted = exact[Math.ceil(share * times.length) - 1]!;
    const parts = [histogramOf(times.slice(0, 400)), histogramOf(times.slice(400))];
    const whole = added({ timeToSend: parts[0]! }, { timeToSend: parts[1]! }).timeToSend!;
    expect(Math.abs(percentile(whole, share)! / wanted - 1)).toBeLessThan(0.05);
  }
});

it("has no percentile of nothing, and one for times too short to tell apart", () => {
  expect(percentile({}, 0.5)).toBeUndefined();
  expect(percentile(histogramOf([0, 0.05]), 0.95)).toBe(0.05);
  expect(percentile(histogramOf([0, 0, 60]), 0.5)).toBe(0.05);
});
