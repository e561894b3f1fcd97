import { describe, expect, it } from "vitest";
import { growthOf, LIMIT, type Reader } from "#test/linear/growth.ts";
import { inputsOf, seeded } from "#test/linear/inputs.ts";
import { readers } from "#test/linear/readers.ts";

/** The whole of it is `npm run linear`; here a sample that a fixed seed chooses anew for each reader. */
const SEED = 1;
const SAMPLE = 24;
const SIZE = 64 * 1024;
/** A quadratic reader takes far longer for 64 KB; one that takes less need not be measured again. */
const SUSPICIOUS_MS = 40;

const inputs = inputsOf(SEED);
const bad = (read: Reader, input: (size: number) => string) => growthOf(read, input, SIZE, SUSPICIOUS_MS).exponent > LIMIT;

describe("S15: the time of a reader of outside text grows like the text", () => {
  it.each(Object.entries(readers))("%s", (name, read) => {
    const below = seeded(SEED + name.length * 7919);
    const sample = Array.from({ length: SAMPLE }, () => inputs[below(inputs.length)]).filter((input) => input !== undefined);

    expect(sample.filter(({ input }) => bad(read, input)).map((input) => input.name)).toEqual([]);
  });

  it("would see a regular expression that starts anew at every line break", () => {
    const trimmed: Reader = (text) => text.replace(/\n+$/, "");

    expect(bad(trimmed, (size) => `${"\n".repeat(size)}x`)).toBe(true);
    expect(bad(trimmed, (size) => "\n".repeat(size))).toBe(false);
  });
});
