// `npm run linear [-- --seed N] [--only replyText]`: every reader of outside text with 450 inputs, 64 KB to 1 MB; prints the worst growth of each.
// Then whole mails and whole requests, each hostile piece in each of their parts and in all together: what one of them takes at most.
import { parseArgs } from "node:util";
import { cpuMs, growthOf, LIMIT, type Reader } from "./growth.ts";
import { inputsOf } from "./inputs.ts";
import { readers } from "./readers.ts";
import { mailUnits, readWholeMail, wholeMails } from "./whole-mails.ts";
import { wholeRequests } from "./whole-requests.ts";

const SIZE = 1024 * 1024;
/** A reader that needs less for 1 MB is not looked at closer: a quadratic one would need minutes. */
const SUSPICIOUS_MS = 150;

const { values } = parseArgs({
  options: { seed: { type: "string", default: "1" }, only: { type: "string", default: "" }, every: { type: "string", default: "1" } },
});
/** `--every 10` tries each tenth input: the short form. */
const every = <T>(list: readonly T[]): readonly T[] => list.filter((_, i) => i % Number(values.every) === 0);
const inputs = every(inputsOf(Number(values.seed)));
let failed = 0;
let passed = 0;
const judged = (bad: boolean): string => {
  if (bad) failed++;
  else passed++;
  return bad ? "FAIL" : "ok  ";
};

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
  const ms = Math.max(...grown.map(({ growth }) => growth.ms)).toFixed(0);
  const told = exponent === 0 ? "flat" : exponent.toFixed(2);
  console.log(
    `${judged(exponent > LIMIT)} ${name.padEnd(36)} exponent ${told.padStart(5)}  slowest ${ms.padStart(5)} ms  ${worst.input.name}`,
  );
}

/** A whole mail or request, what it may take of processor time, and what it is filled with. */
interface Whole {
  readonly name: string;
  readonly read: Reader;
  readonly input: (unit: string) => string;
  readonly budgetMs: number;
}

const MAX_REQUEST = 5_500_000;
const aSize = ([name, mail]: readonly [string, (unit: string, size: number) => string], size: number, budgetMs: number): Whole => {
  return { name: `a mail of ${size / SIZE} MB, ${name}`, read: readWholeMail, input: (unit) => mail(unit, size), budgetMs };
};
const wholes: readonly Whole[] = [
  ...Object.entries(wholeMails).map((mail) => aSize(mail, SIZE, 1_000)),
  ...Object.entries(wholeMails).map((mail) => aSize(mail, 25 * SIZE, 3_000)),
  ...Object.entries(wholeRequests).map(([name, read]) => {
    return {
      name: `a request, ${name}`,
      read,
      input: (unit: string) => unit.repeat(MAX_REQUEST / Buffer.byteLength(unit)),
      budgetMs: 1_000,
    };
  }),
];

/** A busy machine slows a thread's own work too: what looks bad is done again. */
const REPEATS = 3;

for (const { name, read, input, budgetMs } of wholes) {
  if (!name.includes(values.only)) continue;
  const slowest = every(mailUnits)
    .map((unit) => ({ unit, ms: cpuMs(read, input(unit)) }))
    .reduce((a, b) => (b.ms > a.ms ? b : a));
  let { ms } = slowest;
  for (let i = 0; ms > budgetMs && i < REPEATS; i++) ms = Math.min(ms, cpuMs(read, input(slowest.unit)));
  console.log(
    `${judged(ms > budgetMs)} ${name.padEnd(50)} slowest ${ms.toFixed(0).padStart(5)} ms of ${budgetMs}  ${JSON.stringify(slowest.unit)}`,
  );
}
console.log(`${passed} passed, ${failed} failed, 0 skipped`);
process.exitCode = failed === 0 ? 0 : 1;
