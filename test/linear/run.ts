// `npm run linear [-- --seed N] [--only replyText]`: every reader of outside text with 450 inputs, 64 KB to 1 MB; prints the worst growth of each.
import { parseArgs } from "node:util";
import { growthOf, LIMIT } from "./growth.ts";
import { inputsOf } from "./inputs.ts";
import { readers } from "./readers.ts";

const SIZE = 1024 * 1024;
/** A reader that needs less for 1 MB is not looked at closer: a quadratic one would need minutes. */
const SUSPICIOUS_MS = 150;

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, only: { type: "string", default: "" }, every: { type: "string", default: "1" } },
});
/** `--every 10` tries each tenth input: the short form. */
const inputs = inputsOf(Number(values.seed)).filter((_, i) => i % Number(values.every) === 0);
let failed = 0;
let passed = 0;

/** With 64 KB every input is tried; so many, the slowest of them, grow to 1 MB. */
const GROWN = 16;

for (const [name, read] of Object.entries(readers)) {
  if (!name.includes(values.only)) continue;
  const tried = inputs.map((input) => ({ input, small: growthOf(read, input.input, SIZE / 16, SUSPICIOUS_MS / 4) }));
  const slowest = tried.toSorted((a, b) => b.small.ms - a.small.ms).slice(0, GROWN);
  const grown = slowest.map(({ input, small }) => ({
    input,
    growth: small.exponent > LIMIT ? small : growthOf(read, input.input, SIZE, SUSPICIOUS_MS),
  }));
  const worst = grown.reduce((a, b) => (b.growth.exponent > a.growth.exponent ? b : a));
  const { exponent } = worst.growth;
  const bad = exponent > LIMIT;
  if (bad) failed++;
  else passed++;
  const ms = Math.max(...grown.map(({ growth }) => growth.ms)).toFixed(0);
  const told = exponent === 0 ? "flat" : exponent.toFixed(2);
  console.log(
    `${bad ? "FAIL" : "ok  "} ${name.padEnd(36)} exponent ${told.padStart(5)}  slowest ${ms.padStart(5)} ms  ${worst.input.name}`,
  );
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
